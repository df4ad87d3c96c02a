/**
 * Most texts of a call are in one language. This estimates each language's share of a call, so that texts
 * with little evidence follow the others, while a call in several languages keeps them all.
 */

/** Rounds of estimating each text's language and recounting; the shares hardly change after this many. */
const rounds = 8;
/** Texts subtracted from each language's count, because the evidence of one text may be chance. */
const countDiscount = 1;
/**
 * Weight of the prior shares, in texts. The smaller it is, the stronger the evidence of a text must be to
 * differ from the rest of its call: with this value, five words usually suffice and two words seldom do.
 */
const priorWeight = 0.1;

/**
 * `weights` is the evidence of each text for each language, `prior` each language's share of all calls.
 * Returns for each text the logarithm of each language's share of the other texts, which is added to the
 * evidence of the text. A text does not count for itself: that would add its own guess to its evidence.
 */
export function sharesBesideTexts(
  weights: readonly Float64Array[],
  prior: Float64Array,
): readonly Float64Array[] {
  if (weights.length < 2) return weights.map(() => prior.map(Math.log));
  const likelihoods = weights.map(likelihoodsOf);
  let shares = prior;
  for (let round = 0; round < rounds; round++) shares = sharesOf(countTexts(likelihoods, shares), prior);
  const counts = countTexts(likelihoods, shares);
  return likelihoods.map((likelihood) => {
    const own = countTexts([likelihood], shares);
    const others = counts.map((count, i) => count - (own[i] ?? 0));
    return sharesOf(others, prior).map(Math.log);
  });
}

/** The number of texts per language; each text is divided among languages by their likelihood. */
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

function sharesOf(counts: Float64Array, prior: Float64Array): Float64Array {
  const kept = prior.map((share, i) => Math.max(0, (counts[i] ?? 0) - countDiscount) + priorWeight * share);
  const total = kept.reduce((sum, count) => sum + count, 0);
  return kept.map((count) => count / total);
}

function likelihoodsOf(weights: Float64Array): Float64Array {
  const best = Math.max(...weights);
  return weights.map((weight) => Math.exp(weight - best));
}
