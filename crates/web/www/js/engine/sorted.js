// The code of an engine sorted by what its bytes are: opcodes beside opcodes, numbers of variables beside
// numbers of variables, and so on. That makes what is fetched a fifth smaller, since gzip looks for what
// repeats in the last 32 kB, and there is more of one kind in them. `site/sort.js` sorts an engine, and
// here it is put together again, while the rest is on its way.
//
// A sorted engine is MAGIC, the length of the part before the code and that part, then portions of the
// code, and the part behind it. A portion tells how many functions it has and how long each of its kinds
// is; one without functions is the last.

export const MAGIC = 0x77726700;

/** What the bytes of a function are. */
export const KINDS = 12;
export const OPCODE = 0;
const VARIABLE = 1;
const I32 = 2;
const I64 = 3;
const OFFSET = 4;
const ALIGNMENT = 5;
const CALL = 6;
const BRANCH = 7;
const BLOCK = 8;
const TABLE = 9;
const DECLARED = 10;
const OTHER = 11;

const BLOCKS = [0x02, 0x03, 0x04];
const END = 0x0b;
const PREFIX = 0xfc;
const VECTOR = 0xfd;

/** What follows an opcode, where that is one number of a kind. */
const FOLLOWS = new Int8Array(256).fill(-1);
for (const opcode of BLOCKS) FOLLOWS[opcode] = BLOCK;
for (const opcode of [0x0c, 0x0d]) FOLLOWS[opcode] = BRANCH;
for (const opcode of [0x20, 0x21, 0x22]) FOLLOWS[opcode] = VARIABLE;
for (const opcode of [0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2]) FOLLOWS[opcode] = OTHER;
FOLLOWS[0x10] = CALL;
FOLLOWS[0x41] = I32;
FOLLOWS[0x42] = I64;

/** Opcodes that more than one number follows, or bytes that are no number. */
const IS_ODD = new Uint8Array(256);
for (const opcode of [0x0e, 0x11, 0x1c, 0x43, 0x44, PREFIX, VECTOR]) IS_ODD[opcode] = 1;

/** The alignment that an opcode has as a rule, from the first that loads to the last that stores. */
const LOADS = 0x28;
const ALIGNED = [2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2];

/** Bytes that are read or written one after another. */
export class Tape {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
}

/**
 * Moves a function from tapes to tapes, one for every kind: from its own bytes, which are then the
 * tapes of all kinds, to sorted ones, or back.
 * @param {Tape[]} from
 * @param {Tape[]} to
 */
export function move(from, to) {
  const bytes = (kind, count) => {
    const [source, target] = [from[kind], to[kind]];
    for (let i = 0; i < count; i += 1) target.bytes[target.at + i] = source.bytes[source.at + i];
    source.at += count;
    target.at += count;
  };
  // Numbers are told in bytes of seven bits each, all but the last marked.
  const number = (kind) => {
    const source = from[kind];
    const target = to[kind];
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = source.bytes[source.at++];
      target.bytes[target.at++] = byte;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  // As a rule it is the one that the opcode has, which is told by 0.
  const memory = (usual) => {
    to[ALIGNMENT].bytes[to[ALIGNMENT].at++] = from[ALIGNMENT].bytes[from[ALIGNMENT].at++] ^ usual;
    number(OFFSET);
  };
  const numbers = (kind, count) => {
    for (let i = 0; i < count; i += 1) number(kind);
  };
  const odd = (opcode) => {
    if (opcode === 0x0e) numbers(TABLE, number(TABLE) + 1);
    else if (opcode === 0x11) numbers(OTHER, 2);
    else if (opcode === 0x1c) numbers(OTHER, number(OTHER));
    else if (opcode === 0x43) bytes(OTHER, 4);
    else if (opcode === 0x44) bytes(OTHER, 8);
    else if (opcode === PREFIX) prefixed(number(OPCODE));
    else vector(number(OPCODE));
  };
  const prefixed = (opcode) => {
    if (opcode >= 8) numbers(OTHER, [8, 10, 12, 14].includes(opcode) ? 2 : 1);
  };
  const vector = (opcode) => {
    if (opcode <= 11 || (opcode >= 84 && opcode <= 93)) memory(0);
    if (opcode === 12 || opcode === 13) bytes(OTHER, 16);
    if ((opcode >= 21 && opcode <= 34) || (opcode >= 84 && opcode <= 91)) bytes(OTHER, 1);
  };

  numbers(DECLARED, 2 * number(DECLARED));
  const source = from[OPCODE];
  const target = to[OPCODE];
  for (let depth = 1; depth > 0; ) {
    const opcode = source.bytes[source.at++];
    target.bytes[target.at++] = opcode;
    const follows = FOLLOWS[opcode];
    if (follows >= 0) number(follows);
    else if (opcode >= LOADS && opcode < LOADS + ALIGNED.length) memory(ALIGNED[opcode - LOADS]);
    else if (IS_ODD[opcode]) odd(opcode);
    if (opcode === END) depth -= 1;
    else if (follows === BLOCK) depth += 1;
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
        const [functions, ...lengths] = await input.numbers(1 + KINDS);
        if (functions === 0) return;
        const kinds = [];
        for (const length of lengths) kinds.push(new Tape(await input.bytes(length)));
        into.enqueue(together(functions, kinds));
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
function together(functions, kinds) {
  const most = kinds.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const whole = new Tape(new Uint8Array(most + 5 * functions));
  const own = new Tape(new Uint8Array(most));
  const all = Array(KINDS).fill(own);
  for (let i = 0; i < functions; i += 1) {
    own.at = 0;
    move(kinds, all);
    for (let length = own.at; ; length >>>= 7) {
      whole.bytes[whole.at++] = length < 128 ? length : (length & 127) | 128;
      if (length < 128) break;
    }
    whole.bytes.set(own.bytes.subarray(0, own.at), whole.at);
    whole.at += own.at;
  }
  return whole.bytes.subarray(0, whole.at);
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
