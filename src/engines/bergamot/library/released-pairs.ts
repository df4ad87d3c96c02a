/**
 * The pairs that Mozilla has released models for, so that a server can say which pairs a neural model could
 * serve without asking a registry. docs/run/models.md has the same languages, and a test compares the two.
 */
const fromEnglish =
  'ar az bg bn ca cs da de el es et fa fi fr gu he hi hr hu id is it ja kn ko lt lv ml ms nl pl pt ro ru sk sl sq sv ta te tr uk zh zh-Hans';
const toEnglish =
  'ar az be bg bn bs ca cs da de el es et fa fi fr gu he hi hr hu id is it ja kn ko lt lv ml ms mt nb nl nn pl pt ro ru sk sl sq sr sv ta te tr uk vi zh zh-Hans';

/** Named like models: `en-de`. */
export const releasedPairs: ReadonlySet<string> = new Set([
  ...fromEnglish.split(' ').map((tag) => `en-${tag}`),
  ...toEnglish.split(' ').map((tag) => `${tag}-en`),
]);
