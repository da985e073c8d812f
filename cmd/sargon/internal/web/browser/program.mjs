// What everything here starts: the program's server and Chromium. SARGON is the program, CHROMIUM
// the browser.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

/**
 * Starts `sargon serve`.
 * @returns {Promise<{url: string, stop: () => void}>}
 */
export function serve(...flags) {
  const child = spawn(process.env.SARGON, ["serve", "--addr", "127.0.0.1:0", ...flags],
    { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (text) =>
      resolve({ url: String(text).match(/http:\S+/)[0], stop: () => child.kill() }));
    child.on("exit", () => reject(new Error("sargon serve has ended")));
    child.on("error", reject);
  });
}

/** Starts the browser. */
export const launch = (...flags) => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", ...flags],
});
