// Windows into the machine while it thinks.
import { t, number, duration, about } from "./i18n.js";

const $ = (id) => document.getElementById(id);
const hex = (n, digits) => n.toString(16).toUpperCase().padStart(digits, "0");
const node = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

const letters = ["", "P", "N", "B", "R", "Q", "K"];
const squareOf = (i) => i >= 21 && i <= 98 && i % 10 >= 1 && i % 10 <= 8 ? "abcdefgh"[i % 10 - 1] + (Math.floor(i / 10) - 1) : "";

// The cells of the evaluation, as it goes through them.
const totals = ["BRDC", "BC0", "MTRL", "MV0", "PTSL", "PTSW1", "PTSW2", "VALM"];

export class Inside {
  square = "e4";
  #app; #ask; #open = false; #cells = []; #board = []; #last = null; #timer = 0;

  constructor(app, ask) {
    this.#app = app;
    this.#ask = ask;
    this.#bytes();
    $("area").addEventListener("change", () => this.#dump());
  }

  open(open) {
    this.#open = open;
    clearInterval(this.#timer);
    if (!open) return;
    this.#areas();
    this.#timer = setInterval(() => { this.#dump(); this.#traces(); }, 250);
  }

  words() { if (this.#last) this.show(this.#last, this.#app.status); }

  // The 120 bytes, the eighth rank on top.
  #bytes() {
    const root = $("bytes");
    root.setAttribute("role", "grid");
    for (let row = 11; row >= 0; row--) {
      const line = node("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < 10; column++) {
        const i = row * 10 + column, square = squareOf(i);
        const cell = node("div", { textContent: "··" });
        cell.setAttribute("role", "gridcell");
        cell.dataset.index = i;
        cell.className = square ? ((row + column) % 2 ? "bright" : "dim") : "border";
        if (square) {
          cell.dataset.square = square;
          cell.tabIndex = square === this.square ? 0 : -1;
        }
        this.#cells[i] = cell;
        line.append(cell);
      }
      root.append(line);
    }
    const point = (e) => {
      const square = e.target.closest("[data-square]")?.dataset.square;
      if (square) this.#select(square);
    };
    root.addEventListener("pointerover", point);
    root.addEventListener("pointerdown", point);
    root.addEventListener("focusin", point);
    root.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 10, ArrowDown: -10 }[e.key];
      const next = this.#cells[Number(e.target.dataset.index) + step];
      if (!next?.dataset.square) return;
      e.preventDefault();
      next.focus();
    });
  }

  #select(square) {
    if (square === this.square) return;
    for (const cell of this.#cells) if (cell.dataset.square === this.square) cell.tabIndex = -1;
    this.square = square;
    for (const cell of this.#cells) if (cell.dataset.square === square) cell.tabIndex = 0;
    this.#ask();
  }

  show(x, status) {
    this.#last = x;
    if (!this.#open) return;
    x.board.forEach((byte, i) => {
      const cell = this.#cells[i];
      if (this.#board[i] !== byte) {
        cell.textContent = hex(byte, 2);
        const piece = byte !== 0 && byte !== 0xFF;
        cell.classList.toggle("piece", piece);
        cell.classList.toggle("black", piece && byte >= 0x80);
        cell.dataset.letter = piece ? letters[byte & 7] ?? "" : "";
        if (cell.dataset.square) cell.setAttribute("aria-label", `${cell.dataset.square}: ${hex(byte, 2)}`);
        if (this.#board.length) { cell.classList.remove("changed"); void cell.offsetWidth; cell.classList.add("changed"); }
      }
      cell.classList.toggle("pinned", x.pins.includes(cell.dataset.square));
      cell.classList.toggle("chosen", cell.dataset.square === this.square);
    });
    this.#board = x.board;
    this.#squareView(x.square);
    this.#line(x);
    $("totals").replaceChildren(...totals.flatMap((name) => [
      node("dt", { textContent: name, className: "mono" }), node("dd", { textContent: x.totals[name], className: "value" }), node("dd", { textContent: t(`in.${name}`) })]));
    this.#facts("registers", { ...x.registers, F: x.flags });
    this.#code(x);
    this.#hot(x.hot);
    this.status(status);
  }

  #facts(id, facts) {
    $(id).replaceChildren(...Object.entries(facts).flatMap(([name, value]) => [node("dt", { textContent: name }), node("dd", { textContent: value })]));
  }

  #squareView(s) {
    const root = $("square");
    if (!s) return root.replaceChildren(node("p", { className: "faint", textContent: t("in.square.none") }));
    const bits = s.byte.toString(2).padStart(8, "0");
    const list = (name, pieces) => {
      const words = pieces.map((p) => t(`piece.${p}`));
      return [node("dt", { textContent: name }), node("dd", { textContent: words.length ? words.join(", ") : "–" })];
    };
    const facts = node("dl", { className: "facts" });
    facts.append(
      ...list(t("in.white"), s.white), ...list(t("in.black"), s.black),
      node("dt", { textContent: t("in.list") }), node("dd", { className: "mono", textContent: s.list.map((b) => hex(b, 2)).join(" ") }),
      node("dt", { textContent: t("in.exchange") }), node("dd", { textContent: s.exchange ? t("in.loses", { points: s.exchange / 2 }) : t("in.safe") }),
      node("dt", { textContent: t("in.pinned") }), node("dd", { textContent: s.pinned ? t("yes") : t("no") }));
    root.replaceChildren(
      node("p", { className: "big", textContent: `${s.name} = ${hex(s.byte, 2)}` }),
      this.#bits(bits), node("p", { className: "faint", textContent: `${t("in.index")} ${s.index} · ${s.bits.map((b) => t(`bit.${b}`)).join(", ") || t("bit.empty")}` }), facts);
  }

  #bits(bits) {
    const row = node("p", { className: "bits" });
    const names = ["black", "", "", "castled", "moved", "type", "type", "type"];
    [...bits].forEach((bit, i) => {
      const b = node("span", { textContent: bit, className: bit === "1" ? "one" : "zero" });
      b.title = names[i] ? t(`bit.${names[i]}`) : "";
      row.append(b);
    });
    return row;
  }

  #line(x) {
    const rows = x.line.map((l, i) => {
      const row = node("tr");
      const score = l.score === 0 ? "–" : l.score;
      row.append(node("td", { textContent: i + 1 }), node("td", { textContent: l.move }), node("td", { textContent: score }), node("td", { textContent: number(l.cuts) }));
      return row;
    });
    while (rows.length < 4) {
      const row = node("tr");
      for (let i = 0; i < 4; i++) row.append(node("td", { textContent: i ? "" : rows.length + 1 }));
      rows.push(row);
    }
    $("line").replaceChildren(...rows);
  }

  #code(x) {
    const pre = $("code");
    pre.replaceChildren(...x.code.map((l) => {
      const line = node("span", { className: l.here ? "here" : l.text.trim().startsWith(";") ? "comment" : "" });
      const [code, ...comment] = l.text.split(";");
      line.append(node("i", { textContent: l.address >= 0 ? hex(l.address, 4) : "    " }), ` ${l.bytes.padEnd(8)} ${code.replace(/^ {8}/, "   ").padEnd(comment.length ? 30 : 0)}`);
      if (comment.length) line.append(node("em", { textContent: `;${comment.join(";")}` }));
      line.append("\n");
      return line;
    }));
    if (!x.code.length) pre.textContent = t("in.monitor");
  }

  #hot(hot) {
    $("hot").replaceChildren(...hot.map((h) => {
      const row = node("div");
      const bar = node("i");
      bar.style.width = `${h.share * 100}%`;
      row.append(node("span", { textContent: h.name }), node("span", { className: "track" }), node("b", { textContent: `${Math.round(h.share * 100)} %` }));
      row.children[1].append(bar);
      return row;
    }));
  }

  status(s) {
    if (!this.#open || !s) return;
    const line = s.line.join(" ") || "–";
    const facts = {
      [t("in.trying")]: s.trying ? `${s.trying} (${s.number} / ${s.of})` : "–",
      [t("in.best")]: line, [t("in.bestscore")]: s.score || "–",
      [t("in.evals")]: number(s.evals), [t("in.tstates")]: number(s.thought), [t("in.1978")]: about(s.seconds),
    };
    this.#facts("thought", facts);
    for (const b of document.querySelectorAll("[data-step=run]")) b.classList.toggle("on", s.running);
    for (const b of document.querySelectorAll("[data-step=pause]")) b.classList.toggle("on", !s.running);
    this.twin(this.#app);
  }

  // The native engine beside it: its fingerprint after as many evaluations.
  #beside = { evals: -1, trace: "" };
  async #traces() {
    const app = this.#app, s = app.status;
    if (!app.nativeLink || !s || !app.native) return;
    const answer = await app.nativeLink.call("trace", { evals: s.evals }).catch(() => null);
    if (answer && answer.search === s.search) this.#beside = { ...answer, machine: s.evals === app.status.evals ? s.trace : s.trace };
    this.twin(app);
  }

  twin(app) {
    if (!this.#open) return;
    const s = app.status, n = app.native, b = this.#beside;
    const root = $("twin");
    if (!s || !s.search || s.book) return root.replaceChildren(node("p", { className: "faint", textContent: t("in.twin.none") }));
    const fresh = b.search === s.search;
    const row = (name, evals, trace, extra) => {
      const d = node("div");
      d.append(node("span", { textContent: name }), node("code", { textContent: trace || "…" }), node("small", { textContent: `${number(evals)} ${t("evaluations")}${extra}` }));
      return d;
    };
    const rows = [
      row(t("in.machine"), fresh ? b.evals : s.evals, fresh ? b.machine : s.trace, ` · ${t("in.1978")}: ${about(s.seconds)}`),
      row(t("in.native"), fresh ? b.evals : 0, fresh ? b.trace : "", n?.done ? ` · ${t("in.nativeAll", { evals: number(n.evals), time: duration(n.seconds) })}` : ""),
    ];
    const equal = fresh && b.trace && b.trace === b.machine;
    const verdict = node("p", { className: equal ? "equal" : fresh && b.trace ? "different" : "faint", textContent: equal ? t("in.equal") : fresh && b.trace ? t("in.different") : "…" });
    verdict.id = "verdict";
    root.replaceChildren(...rows, verdict);
  }

  async #areas() {
    if ($("area").options.length) return;
    const areas = await this.#app.call("areas");
    for (const a of areas ?? []) {
      const option = node("option", { value: `${a.address},${a.length}`, textContent: `${a.name} ${hex(a.address, 4)}` });
      $("area").append(option);
    }
    $("area").selectedIndex = 3;
    this.#dump();
  }

  async #dump() {
    const [address, length] = $("area").value.split(",").map(Number);
    if (!length) return;
    const bytes = await this.#app.link.call("memory", { address, length }).catch(() => "");
    if (!bytes) return;
    const lines = [];
    for (let i = 0; i < bytes.length; i += 32) {
      lines.push(`${hex(address + i / 2, 4)}  ${bytes.slice(i, i + 32).toUpperCase().match(/../g).join(" ")}`);
    }
    $("dump").textContent = lines.join("\n");
  }
}
