import type { FormalityMember } from './translate-members.ts';

/** `prefer_more` and `prefer_less` never cause a refusal; for `more` and `less`, the path decides. */
export function formalityOption(
  formality: FormalityMember | undefined,
  mayRefuse: 'may refuse' | 'never refuses',
): { level: 'more' | 'less'; isRequired: boolean } | undefined {
  if (formality === undefined || formality === 'default') return undefined;
  const level = formality.endsWith('more') ? 'more' : 'less';
  return { level, isRequired: mayRefuse === 'may refuse' && !formality.startsWith('prefer_') };
}
