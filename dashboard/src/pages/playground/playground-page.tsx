import { type KeyboardEvent, useId, useState } from 'react';
import { AnswerFacts } from '../../components/answer-facts.tsx';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Failure, Notice } from '../../components/notice.tsx';
import { TranslationFields } from '../../components/translation-fields.tsx';
import { formatCharacters } from '../../lib/format.ts';
import type { PageProps } from '../../state/page-props.ts';
import { useTranslationOptions } from '../../state/translation-options.ts';
import { callSamples, type SampleCall } from './call-samples.ts';
import { SampleTabs } from './sample-tabs.tsx';
import { useStreamedTranslation } from './use-streamed-translation.ts';

export function PlaygroundPage({ team }: PageProps) {
  return team.role === 'viewer' ? (
    <>
      <h1>Playground</h1>
      <Notice>Calls of the playground cost characters, so it is for members and owners. Ask an owner.</Notice>
    </>
  ) : (
    <Playground team={team} />
  );
}

const markups = [
  { value: '', label: 'Plain text' },
  { value: 'html', label: 'HTML' },
  { value: 'xml', label: 'XML' },
] as const;

function Playground({ team }: PageProps) {
  const options = useTranslationOptions(team.id);
  const [text, setText] = useState('');
  const [markup, setMarkup] = useState<'' | 'html' | 'xml'>('');
  const call = {
    text: [text],
    ...options.members,
    ...(markup !== '' && { tag_handling: markup }),
  } satisfies SampleCall;
  const textId = useId();
  const translationId = useId();
  const translate = useStreamedTranslation(team.id);
  return (
    <>
      <div>
        <h1>Playground</h1>
        <p className="quiet">
          Real calls. They cost {team.name} characters, as test traffic of the key "playground".
        </p>
      </div>
      <Failure error={options.error} onRetry={options.retry} />
      <Form onSubmit={() => translate.start(call)}>
        <div className="row row-fields">
          <TranslationFields options={options} />
          <Select label="Markup" choices={markups} value={markup} onChange={setMarkup} />
        </div>
        <div className="two">
          <div className="field">
            <label className="label" htmlFor={textId}>
              Text
            </label>
            <textarea
              id={textId}
              className="input"
              required
              placeholder="Type or paste a text"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <div className="field">
            <span className="label" id={translationId}>
              Translation
            </span>
            {/* While it is busy, screen readers wait: they read the translation once, and not part by part. */}
            <section
              className="output output-steady"
              aria-labelledby={translationId}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long translation
              tabIndex={0}
              aria-live="polite"
              aria-busy={translate.isPending}
              data-testid="translation"
            >
              {translate.text !== '' ? (
                translate.text
              ) : (
                <span className="quiet">
                  {translate.isPending ? 'Translating' : 'The translation appears here.'}
                </span>
              )}
            </section>
          </div>
        </div>
        <Failure error={translate.error} />
        <div className="row between">
          <div className="row">
            <StartOrStop
              isRunning={translate.isPending}
              canStart={options.target !== undefined}
              onStop={translate.stop}
            />
            {/* Always there: screen readers announce only what changes in a status they know. */}
            <span role="status">{translate.wasStopped && stopped(translate.text)}</span>
          </div>
          <span className="quiet small">{formatCharacters([...text].length)}</span>
        </div>
      </Form>
      {translate.answer !== undefined && (
        <AnswerFacts answer={translate.answer} nameOf={options.languageName} />
      )}
      <SampleTabs samples={callSamples(call, options.glossary?.source)} />
    </>
  );
}

function stopped(arrived: string): string {
  return arrived === '' ? 'Stopped. Nothing was charged.' : 'Stopped. Only the part that arrived is charged.';
}

interface StartOrStopProps {
  readonly isRunning: boolean;
  readonly canStart: boolean;
  readonly onStop: () => void;
}

/** One button, so that it keeps the focus. A double click or a key that is held down starts and does not stop. */
function StartOrStop({ isRunning, canStart, onStop }: StartOrStopProps) {
  const ignoresRepeats = { onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault() };
  return isRunning ? (
    <Button
      {...ignoresRepeats}
      onClick={(event) => {
        // By the time the click takes effect, the button may be "Translate" again.
        event.preventDefault();
        if (event.detail < 2) onStop();
      }}
    >
      Stop
    </Button>
  ) : (
    <Button {...ignoresRepeats} kind="main" type="submit" needs="call" disabled={!canStart}>
      Translate
    </Button>
  );
}
