/** What is asked of the wording of a translation: style rules, instructions, alternatives. */
import { useKept } from '../../state/kept.ts';
import { isAmong, useStyleLists } from '../../state/style-lists.ts';
import type { TranslationOptions } from '../../state/translation-options.ts';
import { instructionsIn, problemOf } from './instruction-lines.ts';

const nothing = { style: '', instructions: '', alternatives: 0 };

export type Wording = ReturnType<typeof useWording>;

/** Ignores what the engine of the languages cannot do, and a list for another target language. */
export function useWording(team: string, options: TranslationOptions) {
  const lists = useStyleLists(team, options);
  const [wishes, setWishes] = useKept(`wording ${team}`, nothing);
  const { target } = options;
  const takesInstructions = lists.isFollowed;
  const givesAlternatives = isAmong(target?.alternatives_from, options);
  const style = lists.offered.find(({ style_id }) => style_id === wishes.style);
  const instructions = takesInstructions ? instructionsIn(wishes.instructions) : [];
  const alternatives = givesAlternatives ? wishes.alternatives : 0;
  return {
    wish: (change: Partial<typeof nothing>) => setWishes({ ...wishes, ...change }),
    takesInstructions,
    givesAlternatives,
    /** Whether another engine would follow instructions for the target language. */
    isFollowedElsewhere: !takesInstructions && target?.instructions === true,
    lists: lists.offered,
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
