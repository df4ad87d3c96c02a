import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { answered, client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { Failure, Notice } from '../../components/notice.tsx';
import { formatCount } from '../../format.ts';
import type { PageProps } from '../../frame.tsx';
import { AnswerFacts } from './answer-facts.tsx';
import { useCallOptions, type Wishes } from './call-options.ts';
import { callSamples } from './call-samples.ts';
import { SampleTabs } from './sample-tabs.tsx';

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

const formalities = [
  { value: '', label: "The engine's own" },
  { value: 'prefer_more', label: 'More formal' },
  { value: 'prefer_less', label: 'Less formal' },
];
const markups = [
  { value: '', label: 'Plain text' },
  { value: 'html', label: 'HTML' },
  { value: 'xml', label: 'XML' },
];

function Playground({ team }: PageProps) {
  const queries = useQueryClient();
  const options = useCallOptions(team.id);
  const { wishes, wish, call, glossary } = options;
  const textId = useId();
  const translate = useMutation({
    mutationFn: () =>
      answered(
        client.POST('/api/teams/{team}/translate', { params: { path: { team: team.id } }, body: call }),
      ),
    // The first call makes the playground's key, and every call is in the usage at once.
    onSuccess: () =>
      Promise.all(
        ['keys', 'usage', 'summary'].map((name) => queries.invalidateQueries({ queryKey: [name, team.id] })),
      ),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    translate.mutate();
  };
  return (
    <>
      <div>
        <h1>Playground</h1>
        <p className="quiet">
          Real calls. They cost {team.name} characters, as test traffic of the key "playground".
        </p>
      </div>
      <Failure error={options.error} onRetry={() => void options.languages.refetch()} />
      <form className="stack" onSubmit={submit}>
        <OptionFields options={options} />
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
              value={wishes.text}
              onChange={(event) => wish({ text: event.target.value })}
            />
          </div>
          <div className="field">
            <span className="label">Translation</span>
            <div
              className="output"
              aria-live="polite"
              aria-busy={translate.isPending}
              data-testid="translation"
            >
              {translate.data?.translations[0]?.text ?? (
                <span className="quiet">
                  {translate.isPending ? 'Translating' : 'The translation appears here.'}
                </span>
              )}
            </div>
          </div>
        </div>
        <div className="row between">
          <Button
            kind="main"
            type="submit"
            needs="call"
            disabled={translate.isPending || options.target === undefined}
          >
            Translate
          </Button>
          <span className="quiet small">{formatCount([...wishes.text].length, 'character')}</span>
        </div>
      </form>
      <Failure error={translate.error} />
      {translate.data !== undefined && <AnswerFacts answer={translate.data} nameOf={options.languageName} />}
      <SampleTabs samples={callSamples(call, glossary?.source)} />
    </>
  );
}

function OptionFields({ options }: { options: ReturnType<typeof useCallOptions> }) {
  const { wishes, wish, target, targets, source, glossary } = options;
  const toChoice = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });
  const glossaries = options.glossaries.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="row row-fields">
      <Select
        label="From"
        choices={[{ value: '', label: 'Detect' }, ...(target?.sources.map(toChoice) ?? [])]}
        value={source}
        onChange={(event) => wish({ source: event.target.value })}
      />
      <Select
        label="To"
        choices={targets.map(toChoice)}
        value={target?.code ?? ''}
        onChange={(event) => wish({ target: event.target.value })}
      />
      <Select
        label="Formality"
        choices={formalities}
        value={wishes.formality}
        onChange={(event) => wish({ formality: event.target.value as Wishes['formality'] })}
      />
      <Select
        label="Glossary"
        disabled={glossaries.length === 0}
        choices={[
          { value: '', label: glossaries.length === 0 ? 'None for this language' : 'None' },
          ...glossaries,
        ]}
        value={glossary?.id ?? ''}
        onChange={(event) => wish({ glossary: event.target.value })}
      />
      <Select
        label="Markup"
        choices={markups}
        value={wishes.markup}
        onChange={(event) => wish({ markup: event.target.value as Wishes['markup'] })}
      />
    </div>
  );
}
