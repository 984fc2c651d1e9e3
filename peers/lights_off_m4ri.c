/* Solves a square two-state Lights Off board with M4RI and prints the seconds it took.
 *
 *   lights_off_m4ri full|row FILE
 *
 * FILE holds n rows of n digits 0 and 1. `full` eliminates on the n^2 x n^2 matrix of all presses;
 * `row` only on the n unknown presses of the first row, from which all others follow. */
#include <m4ri/m4ri.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int read_board(const char *path, char **lamps) {
    FILE *file = fopen(path, "r");
    if (!file) exit(2);
    size_t size = 0, used = 0;
    int c, n = 0;
    *lamps = NULL;
    while ((c = fgetc(file)) != EOF) {
        if (c == '\n') { if (!n) n = (int)used; continue; }
        if (used == size) *lamps = realloc(*lamps, size = size ? 2 * size : 1024);
        (*lamps)[used++] = (char)(c == '1');
    }
    fclose(file);
    return n;
}

static int full(int n, const char *lamps) {
    mzd_t *a = mzd_init(n * n, n * n), *b = mzd_init(n * n, 1);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            int i = r * n + c;
            mzd_write_bit(a, i, i, 1);
            if (r > 0) mzd_write_bit(a, i, i - n, 1);
            if (r + 1 < n) mzd_write_bit(a, i, i + n, 1);
            if (c > 0) mzd_write_bit(a, i, i - 1, 1);
            if (c + 1 < n) mzd_write_bit(a, i, i + 1, 1);
            mzd_write_bit(b, i, 0, lamps[i]);
        }
    return mzd_solve_left(a, b, 0, 1);
}

static int row(int n, const char *lamps) {
    int words = (n + 1 + 63) / 64;
    /* Every press of a row as a sum of the unknowns and, in column n, a constant. */
    unsigned long long *above = calloc((size_t)n * words, 8), *here = calloc((size_t)n * words, 8),
                       *below = calloc((size_t)n * words, 8);
    for (int c = 0; c < n; c++) here[(size_t)c * words + c / 64] |= 1ULL << (c % 64);
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            unsigned long long *to = below + (size_t)c * words;
            const unsigned long long *h = here + (size_t)c * words, *a = above + (size_t)c * words;
            for (int w = 0; w < words; w++) {
                unsigned long long sum = h[w] ^ a[w];
                if (c > 0) sum ^= h[w - words];
                if (c + 1 < n) sum ^= h[w + words];
                to[w] = sum;
            }
            if (lamps[r * n + c]) to[n / 64] ^= 1ULL << (n % 64);
        }
        unsigned long long *spare = above;
        above = here;
        here = below;
        below = spare;
    }
    mzd_t *a = mzd_init(n, n), *b = mzd_init(n, 1);
    for (int c = 0; c < n; c++) {
        const unsigned long long *h = here + (size_t)c * words;
        for (int i = 0; i < n; i++) mzd_write_bit(a, c, i, h[i / 64] >> (i % 64) & 1);
        mzd_write_bit(b, c, 0, h[n / 64] >> (n % 64) & 1);
    }
    if (mzd_solve_left(a, b, 0, 1)) return -1;
    /* Chase from the top row that was found. */
    char *presses = calloc((size_t)n * n, 1);
    for (int c = 0; c < n; c++) presses[c] = (char)mzd_read_bit(b, c, 0);
    for (int r = 0; r + 1 < n; r++)
        for (int c = 0; c < n; c++) {
            char sum = lamps[r * n + c] ^ presses[r * n + c];
            if (r > 0) sum ^= presses[(r - 1) * n + c];
            if (c > 0) sum ^= presses[r * n + c - 1];
            if (c + 1 < n) sum ^= presses[r * n + c + 1];
            presses[(r + 1) * n + c] = sum;
        }
    return presses[(size_t)n * n - 1] < 0;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    char *lamps;
    int n = read_board(argv[2], &lamps);
    double start = now();
    int failed = strcmp(argv[1], "full") ? row(n, lamps) : full(n, lamps);
    printf("%.9f\n", now() - start);
    return failed != 0;
}
