// QR codes (ISO/IEC 18004) of byte mode, error correction L, versions 1 to 9, as an SVG
// element. Enough for the address of a page with a game in it: up to 230 bytes.

// Data codewords, error correction codewords per block, blocks; by version.
const versions = [null, [19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2], [156, 20, 2], [194, 24, 2], [232, 30, 2]];
const centers = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];

// The field of 256 elements.
const exp = new Uint8Array(512), log = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  exp[i] = exp[i + 255] = x;
  log[x] = i;
  x = x << 1 ^ (x & 0x80 ? 0x11D : 0);
}
const times = (a, b) => a && b ? exp[log[a] + log[b]] : 0;

function correction(data, n) {
  let generator = [1];
  for (let i = 0; i < n; i++) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((g, j) => { next[j] ^= g; next[j + 1] ^= times(g, exp[i]); });
    generator = next;
  }
  const rest = [...data, ...new Array(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    generator.forEach((g, j) => { rest[i + j] ^= times(g, factor); });
  }
  return rest.slice(data.length);
}

function codewords(text, version) {
  const [size, perBlock, blocks] = versions[version];
  const bytes = new TextEncoder().encode(text);
  const bits = [];
  const put = (value, n) => { for (let i = n - 1; i >= 0; i--) bits.push(value >> i & 1); };
  put(4, 4);
  put(bytes.length, 8);
  bytes.forEach((b) => put(b, 8));
  put(0, Math.min(4, size * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xEC; bits.length < size * 8; pad ^= 0xEC ^ 0x11) put(pad, 8);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  const parts = [];
  for (let i = 0; i < blocks; i++) parts.push(data.slice(i * size / blocks, (i + 1) * size / blocks));
  const checks = parts.map((part) => correction(part, perBlock));
  const out = [];
  for (const set of [parts, checks]) for (let i = 0; i < set[0].length; i++) for (const block of set) out.push(block[i]);
  return out;
}

/** The modules of a code: rows of 0 and 1. */
export function modules(text) {
  const length = new TextEncoder().encode(text).length;
  const version = versions.findIndex((v) => v && v[0] >= length + 2);
  if (version < 0) throw new Error("too long for a QR code");
  const n = 17 + 4 * version;
  const grid = Array.from({ length: n }, () => new Array(n).fill(null));
  const square = (x, y, size, f) => { for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) if (grid[y + i]?.[x + j] !== undefined) grid[y + i][x + j] = f(j, i); };
  for (const [x, y] of [[0, 0], [n - 7, 0], [0, n - 7]]) {
    square(x - 1, y - 1, 9, (j, i) => {
      const d = Math.max(Math.abs(j - 4), Math.abs(i - 4));
      return d === 3 || d <= 1 ? 1 : 0;
    });
  }
  const c = centers[version];
  for (const x of c) for (const y of c) {
    if (grid[y][x] === null) square(x - 2, y - 2, 5, (j, i) => Math.max(Math.abs(j - 2), Math.abs(i - 2)) === 1 ? 0 : 1);
  }
  for (let i = 8; i < n - 8; i++) grid[6][i] = grid[i][6] = i % 2 ? 0 : 1;
  // Format: correction L, mask 0; and the version from 7 on.
  let format = 0b01000 << 10;
  for (let i = 14; i >= 10; i--) if (format >> i & 1) format ^= 0b10100110111 << i - 10;
  format = (0b01000 << 10 | format) ^ 0b101010000010010;
  for (let i = 0; i < 15; i++) {
    const bit = format >> i & 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : n - 15 + i][8] = bit;
    grid[8][i < 8 ? n - 1 - i : i === 8 ? 7 : 14 - i] = bit;
  }
  grid[n - 8][8] = 1;
  if (version >= 7) {
    let v = version << 12;
    for (let i = 17; i >= 12; i--) if (v >> i & 1) v ^= 0b1111100100101 << i - 12;
    v |= version << 12;
    for (let i = 0; i < 18; i++) {
      const a = Math.floor(i / 3), b = n - 11 + i % 3;
      grid[a][b] = grid[b][a] = v >> i & 1;
    }
  }
  const bits = codewords(text, version).flatMap((b) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => b >> i & 1));
  let k = 0;
  for (let x = n - 1, up = true; x > 0; x -= 2, up = !up) {
    if (x === 6) x--;
    for (let i = 0; i < n; i++) {
      const y = up ? n - 1 - i : i;
      for (const column of [x, x - 1]) {
        if (grid[y][column] !== null) continue;
        grid[y][column] = (bits[k++] ?? 0) ^ ((y + column) % 2 === 0 ? 1 : 0);
      }
    }
  }
  return grid;
}

export function code(text) {
  const grid = modules(text), n = grid.length, quiet = 4;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `${-quiet} ${-quiet} ${n + 2 * quiet} ${n + 2 * quiet}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", text);
  const add = (d, fill) => {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
    path.setAttribute("shape-rendering", "crispEdges");
    svg.append(path);
  };
  add(`M${-quiet} ${-quiet}h${n + 2 * quiet}v${n + 2 * quiet}h${-n - 2 * quiet}z`, "#fff");
  add(grid.flatMap((row, y) => row.map((bit, x) => bit ? `M${x} ${y}h1v1h-1z` : "")).join(""), "#000");
  return svg;
}
