/** The address of a file of the page; see start.js. @param {string} name */
export const file = (name) => globalThis.sargonFile?.(name) ?? new URL(name, document.baseURI).href;
/** Loads one, or says why not. @param {string} name */
export async function load(name) {
  const response = await fetch(file(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}
/** A page from a folder may have no workers of modules, only of one script. */
export const moduleWorkers = !globalThis.sargonFile;
