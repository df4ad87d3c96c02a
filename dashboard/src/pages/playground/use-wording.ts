/** What is asked of the wording of a translation: style rules, instructions, alternatives. */
import { useStyleRules } from '../../api/queries.ts';
import { coversLanguage } from '../../lib/language-coverage.ts';
import { useKept } from '../../state/kept.ts';
import type { TranslationOptions } from '../../state/translation-options.ts';
import { instructionsIn, problemOf } from './instruction-lines.ts';

const nothing = { style: '', instructions: '', alternatives: 0 };

export type Wording = ReturnType<typeof useWording>;

/** Ignores what the engine of the languages cannot do, and a list for another target language. */
export function useWording(team: string, { target, source }: TranslationOptions) {
  const lists = useStyleRules(team);
  const [wishes, setWishes] = useKept(`wording ${team}`, nothing);
  const isAmong = (sources: readonly string[] = []) =>
    source === '' ? sources.length > 0 : sources.includes(source);
  const takesInstructions = isAmong(target?.instructions_from);
  const givesAlternatives = isAmong(target?.alternatives_from);
  const offered = (lists.data?.style_rules ?? []).filter(({ language }) =>
    coversLanguage(language, target?.code ?? ''),
  );
  const style = takesInstructions ? offered.find(({ style_id }) => style_id === wishes.style) : undefined;
  const instructions = takesInstructions ? instructionsIn(wishes.instructions) : [];
  const alternatives = givesAlternatives ? wishes.alternatives : 0;
  return {
    wish: (change: Partial<typeof nothing>) => setWishes({ ...wishes, ...change }),
    takesInstructions,
    givesAlternatives,
    /** Whether another engine would follow instructions for the target language. */
    isFollowedElsewhere: !takesInstructions && target?.instructions === true,
    lists: offered,
    style,
    instructionText: wishes.instructions,
    problem: problemOf(instructions),
    alternatives,
    error: lists.error,
    retry: () => void lists.refetch(),
    /** The options as fields of the request body. */
    members: {
      ...(style !== undefined && { style_id: style.style_id }),
      ...(instructions.length > 0 && { custom_instructions: instructions }),
      ...(alternatives > 0 && { alternatives }),
    },
  };
}
