// The code of an engine sorted by what its bytes are: opcodes beside opcodes, numbers of variables beside
// numbers of variables, and so on. That makes what is fetched a quarter smaller, since gzip looks for what
// repeats in the last 32 kB, and there is more of one kind in them. `site/sort.js` sorts an engine, and
// here it is put together again, while the rest is on its way.
//
// A sorted engine is MAGIC, the length of the part before the code and that part, then portions of the
// code, and the part behind it. A portion tells how many functions it has, how many bytes they are, and
// how long each of its kinds is; one without functions is the last. Besides being sorted,
//
// - a variable is told by how many others were used since it was: the same few are used again and again;
// - an offset is told by its distance from the one before it in its function;
// - an alignment is 0 where it is the one that its opcode has as a rule;
// - what follows an opcode most often is part of an opcode of our own (`SHORT`).

export const MAGIC = 0x77726701;

/** What the bytes of a function are. */
export const KINDS = 14;
export const OPCODE = 0;
export const GET = 1;
export const SET = 2;
export const I32 = 3;
/** Constants of 32 bits that are told by many bytes: places in memory. */
export const ADDRESS = 4;
export const I64 = 5;
export const OFFSET = 6;
export const ALIGNMENT = 7;
export const CALL = 8;
export const BRANCH = 9;
export const BLOCK = 10;
export const TABLE = 11;
export const DECLARED = 12;
export const OTHER = 13;

const BLOCKS = [0x02, 0x03, 0x04];
export const END = 0x0b;
const PREFIX = 0xfc;
export const VECTOR = 0xfd;

/** What follows an opcode, where that is one number of a kind. */
export const FOLLOWS = new Int8Array(256).fill(-1);
for (const opcode of BLOCKS) FOLLOWS[opcode] = BLOCK;
for (const opcode of [0x0c, 0x0d]) FOLLOWS[opcode] = BRANCH;
FOLLOWS[0x20] = GET;
for (const opcode of [0x21, 0x22]) FOLLOWS[opcode] = SET;
for (const opcode of [0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2]) FOLLOWS[opcode] = OTHER;
FOLLOWS[0x10] = CALL;
FOLLOWS[0x41] = I32;
FOLLOWS[0x42] = I64;
// Everything that loads and stores.
const LOADS = 0x28;
const ALIGNED = [2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2];
for (const place of ALIGNED.keys()) FOLLOWS[LOADS + place] = OFFSET;

/** Opcodes that more than one number follows, or bytes that are no number. */
const IS_ODD = new Uint8Array(256);
for (const opcode of [0x0e, 0x11, 0x1c, 0x43, 0x44, PREFIX, VECTOR]) IS_ODD[opcode] = 1;

/** The alignment that an opcode has as a rule. */
export const alignment = (opcode) => ALIGNED[opcode - LOADS];

const VECTORS_ALIGNED = [4, 3, 3, 3, 3, 3, 3, 0, 1, 2, 3, 4];
/** That of an opcode behind `VECTOR`. */
export const vectorAlignment = (opcode) =>
  VECTORS_ALIGNED[opcode] ?? (opcode < 92 ? opcode % 4 : opcode - 90);

/** Opcodes of our own, from `FIRST_SHORT` on: an opcode and the one byte that its number is. */
export const FIRST_SHORT = 0xd8;
export const SHORT = [
  ...ALIGNED.map((_, place) => [LOADS + place, 0]),
  ...[0, 1, 0x7f].map((constant) => [0x41, constant]),
  ...[0x0c, 0x0d].map((branch) => [branch, 0]),
  ...BLOCKS.map((block) => [block, 0x40]),
];
const SHORT_OPCODE = Uint8Array.from(SHORT, ([opcode]) => opcode);
const SHORT_NUMBER = Uint8Array.from(SHORT, ([, number]) => number);

/** In place of a constant that is an address: the constant 0 has an opcode of its own. */
export const IS_ADDRESS = 0;

/** Bytes that are read or written one after another. */
export class Tape {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++];
  }

  put(byte) {
    this.bytes[this.at++] = byte;
  }

  /** A number in bytes of seven bits each, all but the last marked. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  putNumber(value) {
    for (; value > 127; value >>>= 7) this.bytes[this.at++] = (value & 127) | 128;
    this.bytes[this.at++] = value;
  }

  /** Moves bytes that are no number. */
  take(from, count) {
    for (let i = 0; i < count; i += 1) this.put(from.byte());
  }

  /** Moves a number as it is told, and answers with it. */
  takeNumber(from) {
    const start = from.at;
    const value = from.number();
    for (let at = start; at < from.at; at += 1) this.put(from.bytes[at]);
    return value;
  }

  takeNumbers(from, count) {
    for (let i = 0; i < count; i += 1) this.takeNumber(from);
  }
}

/** The variables of a function, the one that was used last first, and those never used as they come. */
export class Recent {
  constructor() {
    this.list = new Uint16Array(1 << 16);
    this.known = 0;
  }

  clear() {
    this.known = 0;
  }

  /** The variable at a place, which is the first from now on. */
  use(place) {
    while (this.known <= place) this.list[this.known] = this.known++;
    const variable = this.list[place];
    for (let i = place; i > 0; i -= 1) this.list[i] = this.list[i - 1];
    this.list[0] = variable;
    return variable;
  }

  placeOf(variable) {
    return variable < this.known ? this.list.indexOf(variable) : variable;
  }
}

/**
 * Moves what follows an opcode that is odd, to sort it or back.
 * @param {number} opcode
 * @param {(kind: number) => [Tape, Tape]} tapes the tape that a kind comes from, and the one it goes to
 * @param {(opcode: number) => void} memory moves the place of an opcode behind `VECTOR`
 */
export function moveOdd(opcode, tapes, memory) {
  const numbers = (kind, count) => {
    const [from, to] = tapes(kind);
    to.takeNumbers(from, count);
  };
  const number = (kind) => {
    const [from, to] = tapes(kind);
    return to.takeNumber(from);
  };
  const bytes = (kind, count) => {
    const [from, to] = tapes(kind);
    to.take(from, count);
  };
  if (opcode === 0x0e) numbers(TABLE, number(TABLE) + 1);
  else if (opcode === 0x11) numbers(OTHER, 2);
  else if (opcode === 0x1c) numbers(OTHER, number(OTHER));
  else if (opcode === 0x43) bytes(OTHER, 4);
  else if (opcode === 0x44) bytes(OTHER, 8);
  else if (opcode === PREFIX) {
    const second = number(OPCODE);
    if (second >= 8) numbers(OTHER, [8, 10, 12, 14].includes(second) ? 2 : 1);
  } else if (opcode === VECTOR) {
    const second = number(OPCODE);
    if (second <= 11 || (second >= 84 && second <= 93)) memory(second);
    if (second === 12 || second === 13) bytes(OTHER, 16);
    if ((second >= 21 && second <= 34) || (second >= 84 && second <= 91)) bytes(OTHER, 1);
  }
}

/**
 * The engine of a stream that may be sorted.
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {ReadableStream<Uint8Array>}
 */
export function unsorted(stream) {
  const input = new Input(stream.getReader());
  return new ReadableStream({
    async start(into) {
      if ((await input.peek()) !== MAGIC) return;
      await input.numbers(1);
      into.enqueue(await input.bytes((await input.numbers(1))[0]));
      for (;;) {
        const [functions, size, ...lengths] = await input.numbers(2 + KINDS);
        if (functions === 0) return;
        const kinds = [];
        for (const length of lengths) kinds.push(new Tape(await input.bytes(length)));
        into.enqueue(together(functions, size, kinds));
      }
    },
    async pull(into) {
      const rest = await input.rest();
      if (rest) into.enqueue(rest);
      else into.close();
    },
  });
}

/** Functions put together from their kinds, each behind its length. */
function together(functions, size, kinds) {
  const whole = new Tape(new Uint8Array(size));
  const own = new Tape(new Uint8Array(size));
  const recent = new Recent();
  for (let i = 0; i < functions; i += 1) {
    own.at = 0;
    recent.clear();
    assemble(kinds, own, recent);
    whole.putNumber(own.at);
    whole.bytes.set(own.bytes.subarray(0, own.at), whole.at);
    whole.at += own.at;
  }
  return whole.bytes;
}

function assemble(kinds, own, recent) {
  let offset = 0;
  const place = (usual) => {
    own.put(kinds[ALIGNMENT].byte() ^ usual);
    const distance = kinds[OFFSET].number();
    offset = (offset + ((distance >>> 1) ^ -(distance & 1))) >>> 0;
    own.putNumber(offset);
  };
  /** @returns {[Tape, Tape]} */
  const tapes = (kind) => [kinds[kind], own];
  const placeOfVector = (opcode) => place(vectorAlignment(opcode));

  own.takeNumbers(kinds[DECLARED], 2 * own.takeNumber(kinds[DECLARED]));
  const opcodes = kinds[OPCODE];
  for (let depth = 1; depth > 0; ) {
    const told = opcodes.byte();
    const short = told - FIRST_SHORT;
    const isShort = short >= 0 && short < SHORT.length;
    const opcode = isShort ? SHORT_OPCODE[short] : told;
    const follows = FOLLOWS[opcode];
    own.put(opcode);
    if (isShort) {
      if (follows === OFFSET) own.put(kinds[ALIGNMENT].byte() ^ alignment(opcode));
      own.put(SHORT_NUMBER[short]);
    } else if (follows === GET || follows === SET)
      own.putNumber(recent.use(kinds[follows].number()));
    else if (follows === OFFSET) place(alignment(opcode));
    else if (follows === I32 && kinds[I32].bytes[kinds[I32].at] === IS_ADDRESS) {
      kinds[I32].byte();
      own.takeNumber(kinds[ADDRESS]);
    } else if (follows >= 0) own.takeNumber(kinds[follows]);
    else if (IS_ODD[opcode]) moveOdd(opcode, tapes, placeOfVector);
    if (opcode === END) depth -= 1;
    else if (follows === BLOCK) depth += 1;
  }
}

/** Bytes as they come. */
class Input {
  constructor(reader) {
    this.reader = reader;
    this.come = [];
    this.length = 0;
  }

  /** So many of the next bytes. */
  async bytes(count) {
    while (this.length < count) {
      const { value, done } = await this.reader.read();
      if (done) throw new Error("The engine ends too early.");
      this.come.push(value);
      this.length += value.length;
    }
    const taken = new Uint8Array(count);
    for (let at = 0; at < taken.length; ) {
      const part = this.come[0].subarray(0, taken.length - at);
      taken.set(part, at);
      at += part.length;
      if (part.length === this.come[0].length) this.come.shift();
      else this.come[0] = this.come[0].subarray(part.length);
    }
    this.length -= taken.length;
    return taken;
  }

  async numbers(count) {
    const { buffer } = await this.bytes(4 * count);
    return Array.from({ length: count }, (_, i) => new DataView(buffer).getUint32(4 * i, true));
  }

  /** The next number, which stays there. */
  async peek() {
    const bytes = await this.bytes(4);
    this.come.unshift(bytes);
    this.length += bytes.length;
    return new DataView(bytes.buffer).getUint32(0, true);
  }

  /** What has come and was not taken, or what comes next. */
  async rest() {
    if (this.length > 0) return this.bytes(this.length);
    return (await this.reader.read()).value;
  }
}
