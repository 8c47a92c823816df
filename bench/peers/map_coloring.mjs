// The source article's program, with its numbers taken from the command line:
//
//     node map_coloring.mjs WIDTH HEIGHT SEEDS COLORS TRIALS
//
// Written anew from the article's rules, in its own shape: nested arrays, Sets, closures,
// Math.random. It counts stuck plays only. Prints one line of JSON; `seconds` is the working
// thread's own processor time where the system tells it (Linux), else elapsed time.

import { readFileSync } from "node:fs";

const [W, H, N, K, TRIALS] = process.argv.slice(2).map(Number);

function makeMap() {
  const seeds = Array.from({ length: N }, () => [Math.random() * W, Math.random() * H]);
  return Array.from({ length: H }, (_, y) =>
    Array.from({ length: W }, (_, x) => {
      let nearest = 0;
      let least = 1e9;
      seeds.forEach((seed, i) => {
        const distance = (seed[0] - x) ** 2 + (seed[1] - y) ** 2;
        if (distance < least) {
          least = distance;
          nearest = i;
        }
      });
      return nearest;
    })
  );
}

function makeGraph(map) {
  const neighbors = Array.from({ length: N }, () => new Set());
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      for (const [dx, dy] of [[1, 0], [0, 1]]) {
        const a = map[y][x];
        const b = map[y + dy]?.[x + dx];
        if (b !== undefined && a !== b) {
          neighbors[a].add(b);
          neighbors[b].add(a);
        }
      }
    }
  }
  return neighbors;
}

function playsToTheEnd(neighbors) {
  const order = [...neighbors.keys()];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const colors = new Array(N).fill(-1);
  for (const region of order) {
    const legal = [];
    for (let color = 0; color < K; color++) {
      if (![...neighbors[region]].some((other) => colors[other] === color)) legal.push(color);
    }
    if (!legal.length) return false;
    colors[region] = legal[Math.floor(Math.random() * legal.length)];
  }
  return true;
}

function countStuck(trials) {
  let stuck = 0;
  for (let t = 0; t < trials; t++) if (!playsToTheEnd(makeGraph(makeMap()))) stuck++;
  return stuck;
}

function secondsNow() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e9;
  } catch {
    return performance.now() / 1000;
  }
}

countStuck(Math.min(TRIALS, 2000)); // let the compiler warm up
const start = secondsNow();
const stuck = countStuck(TRIALS);
console.log(JSON.stringify({ stuck, trials: TRIALS, seconds: secondsNow() - start }));
