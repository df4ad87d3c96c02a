/** The scores as a picture: three bars for each pair, and their figures. */
import type { PairScores } from './measure-translation.ts';

const series = [
  { name: 'bare engine', colour: '#9aa5b1', of: (scores: PairScores) => scores.bare.chrf },
  { name: 'through the service', colour: '#1f6feb', of: (scores: PairScores) => scores.served.chrf },
  { name: 'in markup', colour: '#e3912f', of: (scores: PairScores) => scores.marked.chrf },
];
const [bar, gap, left, top, height] = [22, 34, 44, 40, 220];
const maxScore = 80;

export function plotScores(all: readonly PairScores[]): string {
  const group = series.length * bar + gap;
  const width = left + all.length * group + gap;
  const y = (score: number) => top + height - (score / maxScore) * height;
  const lines = [0, 20, 40, 60, 80].map(
    (score) =>
      `<line x1="${left}" x2="${width - 10}" y1="${y(score)}" y2="${y(score)}" stroke="#d0d7de"/>` +
      `<text x="${left - 8}" y="${y(score) + 4}" text-anchor="end">${score}</text>`,
  );
  const bars = all.flatMap((scores, i) =>
    series.map(({ colour, of }, k) => {
      const x = left + gap / 2 + i * group + k * bar;
      const score = of(scores);
      return (
        `<rect x="${x}" y="${y(score).toFixed(1)}" width="${bar - 2}" height="${(top + height - y(score)).toFixed(1)}" fill="${colour}"/>` +
        `<text x="${x + bar / 2 - 1}" y="${(y(score) - 4).toFixed(1)}" text-anchor="middle" font-size="8">${score.toFixed(1)}</text>`
      );
    }),
  );
  const names = all.map(({ pair }, i) => {
    const x = left + gap / 2 + i * group + (series.length * bar) / 2;
    return `<text x="${x}" y="${top + height + 18}" text-anchor="middle">${pair}</text>`;
  });
  const legend = series.map(
    ({ name, colour }, i) =>
      `<rect x="${left + i * 160}" y="10" width="12" height="12" fill="${colour}"/><text x="${left + i * 160 + 18}" y="20">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top + height + 30}" font-family="sans-serif" font-size="12" role="img">`,
    '<title>chrF on FLORES-200, by language pair</title>',
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...lines,
    ...bars,
    ...names,
    ...legend,
    '</svg>\n',
  ].join('\n');
}
