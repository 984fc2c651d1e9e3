/* The fewest presses of a square two-state Lights Off board by walking through all its solutions
 * in Gray code; prints the seconds it took and the fewest presses.
 *
 *   lights_off_gray FILE
 *
 * FILE holds n rows of n digits 0 and 1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n, words;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Presses of all rows from those of the first; returns what would have to follow the last. */
static void chase(const char *lamps, const char *top, char *presses, char *left) {
    memcpy(presses, top, n);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            char sum = (lamps ? lamps[r * n + c] : 0) ^ presses[r * n + c];
            if (r > 0) sum ^= presses[(r - 1) * n + c];
            if (c > 0) sum ^= presses[r * n + c - 1];
            if (c + 1 < n) sum ^= presses[r * n + c + 1];
            if (r + 1 < n) presses[(r + 1) * n + c] = sum;
            else left[c] = sum;
        }
}

static void packed(const char *presses, uint64_t *to) {
    memset(to, 0, 8 * (size_t)words);
    for (int i = 0; i < n * n; i++) to[i / 64] |= (uint64_t)presses[i] << (i % 64);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    FILE *file = fopen(argv[1], "r");
    if (!file) return 2;
    char *lamps = malloc(1 << 20);
    int c, used = 0;
    while ((c = fgetc(file)) != EOF) {
        if (c == '\n') { if (!n) n = used; }
        else lamps[used++] = (char)(c == '1');
    }
    words = (n * n + 63) / 64;
    double start = now();
    /* Gauss-Jordan on the first row: what is left, beside the top row that leaves it. */
    char *left = calloc((size_t)n * n, 1), *tops = calloc((size_t)n * n, 1);
    char *presses = malloc((size_t)n * n), *rest = malloc(n), *top = calloc(n, 1);
    uint64_t *quiet = malloc(8 * (size_t)words * n);
    int *pivot = malloc(sizeof(int) * n), rank = 0, dimension = 0;
    for (int i = 0; i < n; i++) {
        char *l = left + rank * n, *t = tops + rank * n;
        memset(t, 0, n);
        t[i] = 1;
        chase(NULL, t, presses, l);
        for (int k = 0; k < rank; k++)
            if (l[pivot[k]])
                for (int j = 0; j < n; j++) { l[j] ^= left[k * n + j]; t[j] ^= tops[k * n + j]; }
        int lead = 0;
        while (lead < n && !l[lead]) lead++;
        if (lead == n) {
            chase(NULL, t, presses, rest);
            packed(presses, quiet + (size_t)words * dimension++);
        } else pivot[rank++] = lead;
    }
    chase(lamps, top, presses, rest);
    for (int k = 0; k < rank; k++)
        if (rest[pivot[k]])
            for (int j = 0; j < n; j++) { rest[j] ^= left[k * n + j]; top[j] ^= tops[k * n + j]; }
    chase(lamps, top, presses, rest);
    uint64_t *solution = malloc(8 * (size_t)words);
    packed(presses, solution);
    int best = n * n + 1;
    for (uint64_t step = 0;; ) {
        int weight = 0;
        for (int w = 0; w < words; w++) weight += __builtin_popcountll(solution[w]);
        if (weight < best) best = weight;
        if (++step >> dimension) break;
        const uint64_t *q = quiet + (size_t)words * __builtin_ctzll(step);
        for (int w = 0; w < words; w++) solution[w] ^= q[w];
    }
    printf("%.9f %d\n", now() - start, best);
    return 0;
}
