// Unpacks and compiles the Go program in a worker of its own, while the program is being loaded, so
// that the page stays responsive. The page posts bytes as they arrive, and null after the last. The
// worker answers with {program}, the compiled WebAssembly, or with {error}.
//
// The program is packed as LZMA, which is a third smaller than gzip and therefore loads sooner over a
// slow network. Browsers cannot unpack LZMA. This decoder follows Igor Pavlov's specification of the
// format, for the default parameters of xz.
"use strict";
const parameters = 0x5D; // the first byte: lc 3, lp 0, pb 2
const lc = 3, posStates = 1 << 2, states = 12;
const bits = 11, even = 1 << bits - 1, shift = 5; // of probabilities: width, one half, rate
const leastRange = 2 ** 24; // when the range is smaller, another byte is read
const lengths = 2 + 2 * posStates * 8 + 256; // two choice bits; short, middle and long lengths
const header = 13 + 5, longest = 21; // bytes in front of the first symbol; more than any symbol has

// The index of the first probability of each kind. The names are those of the specification.
let next = 0;
const from = (/** @type {number} */ size) => (next += size) - size;
const isMatch = from(states * posStates), isRep = from(states), isRepG0 = from(states),
  isRepG1 = from(states), isRepG2 = from(states), isRep0Long = from(states * posStates),
  posSlot = from(4 * 64), posDecoders = from(128), align = from(16),
  matchLength = from(lengths), repLength = from(lengths), literals = from(0x300 << lc);

/** Returns the transformer of a TransformStream that unpacks a file.
 * @returns {Transformer<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
function unpacker() {
  let input = new Uint8Array(), at = 0;
  const range = new Uint32Array(2); // the range and the code
  let out = new Uint8Array(), size = -1, written = 0;
  const probs = new Uint16Array(next).fill(even);
  let state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;

  /** Decodes a bit. @param {number} i the index of its probability */
  function bit(i) {
    const p = probs[i], bound = (range[0] >>> bits) * p;
    let b = 0;
    if (range[1] < bound) {
      range[0] = bound;
      probs[i] = p + ((1 << bits) - p >> shift);
    } else {
      range[0] -= bound;
      range[1] -= bound;
      probs[i] = p - (p >> shift);
      b = 1;
    }
    if (range[0] < leastRange) {
      range[0] <<= 8;
      range[1] = range[1] << 8 | input[at++];
    }
    return b;
  }

  /** Decodes n bits with a probability of one half. @param {number} n */
  function direct(n) {
    let value = 0;
    for (; n > 0; n--) {
      range[0] >>>= 1;
      const b = range[1] >= range[0] ? 1 : 0;
      if (b) range[1] -= range[0];
      value = value << 1 | b;
      if (range[0] < leastRange) {
        range[0] <<= 8;
        range[1] = range[1] << 8 | input[at++];
      }
    }
    return value;
  }

  /** Decodes a number, its highest bit first. @param {number} i @param {number} n bits */
  function tree(i, n) {
    let m = 1;
    for (let k = n; k > 0; k--) m = m << 1 | bit(i + m);
    return m - (1 << n);
  }

  /** Decodes a number, its lowest bit first. @param {number} i @param {number} n bits */
  function reversed(i, n) {
    let m = 1, value = 0;
    for (let k = 0; k < n; k++) {
      const b = bit(i + m);
      m = m << 1 | b;
      value |= b << k;
    }
    return value;
  }

  /** Decodes the length of a match.
   * @param {number} i the index of its probabilities @param {number} posState */
  function length(i, posState) {
    if (!bit(i)) return 2 + tree(i + 2 + posState * 8, 3);
    if (!bit(i + 1)) return 10 + tree(i + 2 + (posStates + posState) * 8, 3);
    return 18 + tree(i + 2 + 2 * posStates * 8, 8);
  }

  /** Decodes a literal byte. */
  function literal() {
    const before = written ? out[written - 1] : 0;
    const i = literals + 0x300 * (before >> 8 - lc);
    let m = 1;
    if (state >= 7) {
      let match = out[written - rep0 - 1];
      while (m < 0x100) {
        const b = match >> 7 & 1, is = bit(i + (1 + b << 8) + m);
        match <<= 1;
        m = m << 1 | is;
        if (is !== b) break;
      }
    }
    while (m < 0x100) m = m << 1 | bit(i + m);
    out[written++] = m;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** Decodes the distance of a match. @param {number} long the length of the match */
  function distance(long) {
    const slot = tree(posSlot + 64 * Math.min(long - 2, 3), 6);
    if (slot < 4) return slot;
    const n = (slot >> 1) - 1, high = (2 | slot & 1) << n;
    if (slot < 14) return high + reversed(posDecoders + high - slot, n);
    return high + (direct(n - 4) << 4) + reversed(align, 4);
  }

  /** Decodes a symbol: a literal byte, or a match, which repeats earlier bytes. */
  function symbol() {
    const posState = written & posStates - 1;
    if (!bit(isMatch + state * posStates + posState)) return literal();
    let long;
    if (bit(isRep + state)) {
      if (!bit(isRepG0 + state)) {
        if (!bit(isRep0Long + state * posStates + posState)) {
          state = state < 7 ? 9 : 11;
          out[written] = out[written - rep0 - 1];
          written++;
          return;
        }
      } else {
        let far = rep1;
        if (bit(isRepG1 + state)) {
          far = rep2;
          if (bit(isRepG2 + state)) {
            far = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = far;
      }
      long = length(repLength, posState);
      state = state < 7 ? 8 : 11;
    } else {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      long = length(matchLength, posState);
      state = state < 7 ? 7 : 10;
      rep0 = distance(long);
    }
    for (; long > 0; long--, written++) out[written] = out[written - rep0 - 1];
  }

  /** Reads the header. */
  function begin() {
    const view = new DataView(input.buffer, input.byteOffset);
    if (input[0] !== parameters) throw new Error("not packed as it should be");
    size = view.getUint32(5, true);
    out = new Uint8Array(size);
    range.set([0xFFFFFFFF, view.getUint32(14)]);
    at = header;
  }

  /** Unpacks the bytes so far. @param {boolean} all whether these are all bytes
   * @param {TransformStreamDefaultController<Uint8Array<ArrayBuffer>>} output */
  function unpack(all, output) {
    if (size < 0 && input.length < header) return;
    if (size < 0) begin();
    const before = written;
    while (written < size && (all || at + longest < input.length)) symbol();
    if (written > before) output.enqueue(out.subarray(before, written));
  }

  return {
    transform(chunk, output) {
      const more = new Uint8Array(input.length - at + chunk.length);
      more.set(input.subarray(at));
      more.set(chunk, input.length - at);
      input = more;
      at = 0;
      unpack(false, output);
    },
    flush(output) {
      unpack(true, output);
      if (written !== size || at > input.length) throw new Error("damaged on its way");
    },
  };
}

/** The packed bytes that the page posts. @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
const packed = new ReadableStream({
  start(stream) {
    onmessage = ({ data }) => data ? stream.enqueue(data) : stream.close();
  },
});
const unpacked = packed.pipeThrough(new TransformStream(unpacker()));
WebAssembly.compileStreaming(
  new Response(unpacked, { headers: { "Content-Type": "application/wasm" } })).then(
  (program) => postMessage({ program }),
  (error) => postMessage({ error: String(error.message ?? error) }));
