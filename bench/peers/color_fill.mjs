// The article's program, as it is described there: greedy solves a second.
//
//   node bench/peers/color_fill.mjs SIZE COLORS SECONDS
//
// Prints one JSON object: solves, seconds, moves. Boards are drawn while the clock runs, as on
// the other side.

const [size, colors, seconds] = process.argv.slice(2).map(Number);

function region(board) {
  const seen = new Set([0]);
  const queue = [0];
  for (let head = 0; head < queue.length; head++) {
    const i = queue[head];
    const neighbors = [];
    if (i % size > 0) neighbors.push(i - 1);
    if (i % size < size - 1) neighbors.push(i + 1);
    if (i >= size) neighbors.push(i - size);
    if (i + size < board.length) neighbors.push(i + size);
    for (const next of neighbors) {
      if (!seen.has(next) && board[next] === board[0]) {
        seen.add(next);
        queue.push(next);
      }
    }
  }
  return seen;
}

function fill(board, color) {
  const next = board.slice();
  if (color !== board[0]) {
    for (const i of region(board)) next[i] = color;
  }
  return next;
}

function bestMove(board) {
  let choice = null;
  let most = -1;
  for (let color = 0; color < colors; color++) {
    if (color === board[0]) continue;
    const count = region(fill(board, color)).size;
    if (count > most) {
      most = count;
      choice = color;
    }
  }
  return choice;
}

function solve(board) {
  let moves = 0;
  while (region(board).size < board.length) {
    board = fill(board, bestMove(board));
    moves++;
  }
  return moves;
}

function makeBoard() {
  return Array.from({ length: size ** 2 }, () => Math.floor(Math.random() * colors));
}

for (let i = 0; i < 300; i++) solve(makeBoard()); // let the compiler warm up

let solves = 0;
let moves = 0;
const start = performance.now();
while (performance.now() - start < 1000 * seconds) {
  for (let i = 0; i < 10; i++) {
    moves += solve(makeBoard());
    solves++;
  }
}
console.log(JSON.stringify({ solves, seconds: (performance.now() - start) / 1000, moves }));
