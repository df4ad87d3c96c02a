import { TextArea } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { StyleSelect } from '../../components/translation-selects.tsx';
import { formatList, formatNumber } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import type { TranslationOptions } from '../../state/translation-options.ts';
import type { Wording } from './use-wording.ts';

const numbersOfAlternatives = () =>
  [0, 1, 2, 3].map((count) => ({
    value: String(count),
    label: count === 0 ? tIn('number of alternatives', 'None') : formatNumber(count),
  }));

/** Selects beside the other options of a translation; absent where no engine could do what they ask. */
export function WordingSelects({ wording }: { wording: Wording }) {
  const { wish, takesInstructions, givesAlternatives, lists, style, alternatives } = wording;
  return (
    <>
      {takesInstructions && (
        <StyleSelect lists={lists} chosen={style?.style_id} onChange={(style) => wish({ style })} />
      )}
      {givesAlternatives && (
        <Select
          label={t('Alternatives')}
          choices={numbersOfAlternatives()}
          value={String(alternatives)}
          onChange={(value) => wish({ alternatives: Number(value) })}
        />
      )}
    </>
  );
}

interface InstructionsFieldProps {
  readonly wording: Wording;
  readonly options: TranslationOptions;
}

export function InstructionsField({ wording, options }: InstructionsFieldProps) {
  if (!wording.takesInstructions) return <OtherEngines wording={wording} options={options} />;
  return (
    <TextArea
      label={t('Instructions')}
      hint={t(
        'How the translation should be worded, one instruction per line. Up to 10, each up to 300 characters. They are not charged.',
      )}
      problem={wording.problem}
      rows={2}
      placeholder={t('Use short sentences.')}
      value={wording.instructionText}
      onChange={(instructions) => wording.wish({ instructions })}
    />
  );
}

/** Where the engine that would translate follows no instructions, but another one of the team does. */
function OtherEngines({ wording, options }: InstructionsFieldProps) {
  if (!wording.isFollowedElsewhere || options.engine !== '') return null;
  return (
    <p className="quiet small">
      {t('To give instructions, choose an engine that follows them: {engines}.', {
        engines: formatList(options.instructionEngines),
      })}
    </p>
  );
}
