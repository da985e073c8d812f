// Search: marks what has the words; Enter goes to the next one, Shift and Enter back.
const form = document.querySelector(".listing form");
const [input, said] = [form.querySelector("input"), form.querySelector("output")];
let hits = [], at = -1;
form.hidden = false;
input.addEventListener("input", () => {
  const words = input.value.trim().toLowerCase();
  for (const hit of hits) hit.classList.remove("hit");
  hits = words.length < 2 ? [] : [...document.querySelectorAll(
    ".listing section > table > tbody > tr, .spec p, .spec li, .spec pre, .spec tr")].filter(
    (e) => e.textContent.toLowerCase().includes(words));
  for (const hit of hits) hit.classList.add("hit");
  at = -1;
  said.textContent = words.length < 2 ? "" : hits.length ? `${hits.length}` : said.dataset.none;
});
const go = (step) => {
  if (!hits.length) return;
  at = (at + step + hits.length + (at < 0 && step < 0)) % hits.length;
  hits[at].scrollIntoView({ block: "center" });
  said.textContent = `${at + 1} ${said.dataset.of} ${hits.length}`;
};
form.addEventListener("submit", (e) => { e.preventDefault(); go(1); });
input.addEventListener("keydown", (e) => {
  if (e.key === "Enter" && e.shiftKey) { e.preventDefault(); go(-1); }
});
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && e.target !== input) { e.preventDefault(); input.focus(); }
});
// What is wider than its place is scrolled by keys, too. A file far away has no size until it is near.
const places = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const wide of document.querySelectorAll(".listing :is(pre, .wide)")) places.observe(wide);
