import { ArrowLeftRight } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { LanguageBox, toChoice } from '../../components/translation-selects.tsx';
import { capitalized } from '../../lib/language-names.ts';
import { t } from '../../lib/messages.ts';
import { allSources, chooseSource, type Pair, swapLanguages } from './languages.ts';
import { type Translating, useShown } from './use-translate.ts';

/** The languages above the panes, and their swap. */
export function LanguageBar({ translating }: { translating: Translating }) {
  const { session, options, recent } = translating;
  const { detectedLanguage } = useShown(session);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const openTarget = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      bar.current?.querySelector<HTMLInputElement>('.language-target input')?.focus();
    };
    addEventListener('keydown', openTarget);
    return () => removeEventListener('keydown', openTarget);
  }, []);
  const { targets, target, source, wish, languageName: nameOf } = options;
  const pair = { source, target: target?.code ?? '' };
  const choose = (next: Pair) => {
    if (next.source !== '') recent.source.add(next.source);
    recent.target.add(next.target);
    wish(next);
  };
  const detected = source === '' ? detectedLanguage : undefined;
  const swapped = swapLanguages(targets, { ...pair, source: source === '' ? (detected ?? '') : source });
  const swap = () => {
    if (swapped === undefined) return;
    choose(swapped);
    session.replaceByTranslation();
  };
  const detect =
    detected === undefined
      ? t('Detect language')
      : t('{language} (detected)', { language: capitalized(nameOf(detected)) });
  return (
    <div className="sheet-bar" ref={bar}>
      <div className="language">
        <LanguageBox
          label={t('From')}
          choices={[{ value: '', label: detect }, ...allSources(targets).map(toChoice).toSorted(byLabel)]}
          value={source}
          recent={recent.source.values}
          onChange={(code) => choose(chooseSource(targets, pair, code, recent.target.values))}
        />
      </div>
      <SwapButton isOffered={swapped !== undefined} onSwap={swap} />
      <div className="language language-target">
        <LanguageBox
          label={t('To')}
          choices={targets.map(toChoice)}
          value={pair.target}
          recent={recent.target.values}
          onChange={(code) =>
            choose(code === source ? (swapped ?? { ...pair, target: code }) : { ...pair, target: code })
          }
        />
      </div>
    </div>
  );
}

const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);

const SwapButton = memo(function SwapButton({
  isOffered,
  onSwap,
}: {
  isOffered: boolean;
  onSwap: () => void;
}) {
  return (
    <button
      type="button"
      className="button button-plain icon-button"
      aria-label={t('Swap languages')}
      title={isOffered ? t('Swap languages') : t('These languages cannot be translated the other way round.')}
      disabled={!isOffered}
      onClick={onSwap}
    >
      <ArrowLeftRight aria-hidden="true" />
    </button>
  );
});
