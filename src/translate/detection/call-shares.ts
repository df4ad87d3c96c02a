/**
 * The texts of a call mostly share a language. This finds each language's share of a call, so that texts which
 * say little by themselves can lean on the others, while a call in several languages keeps them all.
 */

/** Rounds of guessing each text's language, counting, and guessing again; the shares hardly move after them. */
const rounds = 8;
/** Texts taken off each language's count: what a single text says alone may be chance. */
const chance = 1;
/**
 * The texts' worth that all languages together keep. The smaller, the surer a text must be to differ from the
 * rest of its call: with this, five words usually are, two words seldom.
 */
const openness = 0.1;

/**
 * `weights` holds for each text the evidence for each language, `usual` each language's share of all calls.
 * Answers the logarithm of each language's share of this call: evidence in advance for each of its texts.
 */
export function sharesOfCall(weights: readonly Float64Array[], usual: Float64Array): Float64Array {
  let shares = usual;
  if (weights.length > 1) {
    const likelihoods = weights.map(likelihoodsOf);
    for (let round = 0; round < rounds; round++) shares = sharesOf(countTexts(likelihoods, shares), usual);
  }
  return shares.map(Math.log);
}

/** How many texts each language has, when a text counts for several by how likely each is. */
function countTexts(likelihoods: readonly Float64Array[], shares: Float64Array): Float64Array {
  const counts = new Float64Array(shares.length);
  for (const likelihood of likelihoods) {
    let total = 0;
    for (let i = 0; i < shares.length; i++) total += (likelihood[i] ?? 0) * (shares[i] ?? 0);
    for (let i = 0; i < shares.length; i++) {
      counts[i] = (counts[i] ?? 0) + ((likelihood[i] ?? 0) * (shares[i] ?? 0)) / total;
    }
  }
  return counts;
}

function sharesOf(counts: Float64Array, usual: Float64Array): Float64Array {
  const kept = usual.map((share, i) => Math.max(0, (counts[i] ?? 0) - chance) + openness * share);
  const total = kept.reduce((sum, count) => sum + count, 0);
  return kept.map((count) => count / total);
}

function likelihoodsOf(weights: Float64Array): Float64Array {
  const best = Math.max(...weights);
  return weights.map((weight) => Math.exp(weight - best));
}
