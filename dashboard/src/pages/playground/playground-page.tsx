import { Languages } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { AnswerFacts } from '../../components/answer-facts.tsx';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Failure } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { SampleTabs } from '../../components/sample-tabs.tsx';
import { Select } from '../../components/select.tsx';
import { TranslationFields } from '../../components/translation-fields.tsx';
import { formatCharacters } from '../../lib/format.ts';
import type { PageProps } from '../../state/page-props.ts';
import type { TranslationOptions } from '../../state/translation-options.ts';
import { Alternatives } from './alternatives.tsx';
import { RephraseFields } from './rephrase-fields.tsx';
import { TextPanes } from './text-panes.tsx';
import { usePlaygroundCall } from './use-playground-call.ts';
import { type Mode, usePlaygroundForm } from './use-playground-form.ts';
import { WireSection } from './wire-section.tsx';
import { InstructionsField, WordingSelects } from './wording-fields.tsx';
import '../../styles/playground.css';
import { t, tIn } from '../../lib/messages.ts';

const markups = () =>
  [
    { value: '', label: t('Plain text') },
    { value: 'html', label: 'HTML' },
    { value: 'xml', label: 'XML' },
  ] as const;

export function PlaygroundPage({ team }: PageProps) {
  const form = usePlaygroundForm(team.id);
  const { options, wording, mode, markup, text, words, call } = form;
  const run = usePlaygroundCall(team.id);
  const choose = (mode: Mode) => {
    form.setMode(mode);
    // The answer of another mode would stand under the wrong heading.
    run.clear();
  };
  const chooseEngine = (engine: string) => {
    options.wish({ engine });
    // An engine that cannot rephrase changes the mode.
    if (mode !== 'translate') run.clear();
  };
  const [translation] = run.answer?.translations ?? [];
  return (
    <>
      <PageHead
        title={t('Playground')}
        intro={t('Real calls. They cost {team} characters and appear in the usage of the key "browser".', {
          team: team.name,
        })}
      />
      <Failure error={form.error} onRetry={form.retry} />
      <Form onSubmit={() => run.start(call)}>
        <div className="row row-fields">
          {form.modes.length > 1 && (
            <Select label={t('Mode')} choices={form.modes} value={mode} onChange={choose} />
          )}
          {mode === 'translate' ? (
            <TranslationFields options={options} />
          ) : (
            <RephraseFields rephrasing={form.rephrasing} />
          )}
          <Select label={t('Markup')} choices={markups()} value={markup} onChange={form.setMarkup} />
          {mode === 'translate' && <WordingSelects wording={wording} />}
          {options.engines.length > 1 && <EngineSelect options={options} onChoose={chooseEngine} />}
        </div>
        {mode === 'translate' && <InstructionsField options={options} wording={wording} />}
        <TextPanes
          text={text}
          onText={form.setText}
          words={words}
          result={run.text}
          isPending={run.isPending}
        />
        <Failure error={run.error} />
        <div className="row between">
          <div className="row">
            <StartOrStop
              action={words.action}
              isRunning={run.isPending}
              canStart={options.target !== undefined}
              onStop={run.stop}
            />
            {/* Always there: screen readers announce only what changes in a status they know. */}
            <span role="status">{run.wasStopped && stopped(run.text)}</span>
          </div>
          <span className="quiet small">{costOf([...text].length, form.alternatives)}</span>
        </div>
      </Form>
      {translation?.alternatives !== undefined && (
        <Alternatives texts={translation.alternatives} characters={run.answer?.characters ?? 0} />
      )}
      {run.answer !== undefined && (
        <AnswerFacts
          answer={run.answer}
          nameOf={options.languageName}
          languageLabel={mode === 'translate' ? t('From') : t('Language')}
        />
      )}
      <WireSection team={team} call={call} isReady={options.target !== undefined} />
      <SampleTabs title={t('The same call from your application')} samples={form.samples} />
    </>
  );
}

interface EngineSelectProps {
  readonly options: TranslationOptions;
  readonly onChoose: (engine: string) => void;
}

function EngineSelect({ options, onChoose }: EngineSelectProps) {
  return (
    <Select
      label={t('Engine')}
      choices={[
        { value: '', label: tIn('engine', 'Default') },
        ...options.engines.map((engine) => ({ value: engine, label: engine })),
      ]}
      value={options.engine}
      onChange={onChoose}
    />
  );
}

function costOf(characters: number, alternatives: number): string {
  const once = formatCharacters(characters);
  if (alternatives === 0 || characters === 0) return once;
  return t('{once}, up to {characters} with the alternatives', {
    once,
    characters: formatCharacters(characters * (1 + alternatives)),
  });
}

function stopped(arrived: string): string {
  return arrived === ''
    ? t('Stopped. Nothing was charged.')
    : t('Stopped. Only the part that arrived is charged.');
}

interface StartOrStopProps {
  readonly action: string;
  readonly isRunning: boolean;
  readonly canStart: boolean;
  readonly onStop: () => void;
}

/** One button, so that it keeps the focus. A double click or a key that is held down starts and does not stop. */
function StartOrStop({ action, isRunning, canStart, onStop }: StartOrStopProps) {
  const ignoresRepeats = { onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault() };
  return isRunning ? (
    <Button
      {...ignoresRepeats}
      onClick={(event) => {
        // By the time the click takes effect, the button may start a call again.
        event.preventDefault();
        if (event.detail < 2) onStop();
      }}
    >
      {t('Stop')}
    </Button>
  ) : (
    <Button {...ignoresRepeats} kind="main" icon={Languages} type="submit" needs="call" disabled={!canStart}>
      {action}
    </Button>
  );
}
