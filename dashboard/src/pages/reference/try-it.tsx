import type { Team } from '../../api/queries.ts';
import { Field, TextArea } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { TryCall } from '../../components/try-call.tsx';
import { t } from '../../lib/messages.ts';
import { isMember } from '../../state/roles.ts';
import { answerKindOf, jsonBodyOf, type Operation, scopeOf, uploadOf } from './document.ts';
import { type FormValues, headersOf, keyOf, parsedBody, pathOf } from './operation-request.ts';

interface TryItProps {
  readonly team: Team | undefined;
  readonly operation: Operation;
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}

export function TryIt(props: TryItProps) {
  const refusal = refusalFor(props);
  return (
    <Section level={3} id="try-it" title={t('Try it')}>
      {refusal === undefined && props.team !== undefined ? (
        <TryForm {...props} team={props.team} />
      ) : (
        <p className="quiet">{refusal}</p>
      )}
    </Section>
  );
}

function refusalFor({ team, operation }: TryItProps): string | undefined {
  if (uploadOf(operation) !== undefined || answerKindOf(operation) === 'file')
    return t('This operation takes or returns a file, which cannot be sent from here. Use a code sample.');
  if (team === undefined || !isMember(team))
    return t('Calls cost characters, so members and owners of a team can try them. Ask an owner.');
  return undefined;
}

function TryForm({ team, operation, values, onChange }: TryItProps & { team: Team }) {
  const hasBody = jsonBodyOf(operation) !== undefined;
  const headers = Object.entries(headersOf(operation, values));
  const missing = operation.parameters.find(
    (parameter) => parameter.required && !values.parameters[keyOf(parameter)],
  );
  const set = (key: string, value: string) =>
    onChange({ ...values, parameters: { ...values.parameters, [key]: value } });
  return (
    <>
      {operation.parameters.length > 0 && (
        <div className="row row-fields">
          {operation.parameters.map((parameter) => (
            <Field
              key={keyOf(parameter)}
              label={parameter.name}
              value={values.parameters[keyOf(parameter)] ?? ''}
              onChange={(value) => set(keyOf(parameter), value)}
            />
          ))}
        </div>
      )}
      {hasBody && (
        <TextArea
          label={t('Request body')}
          hint={t('It is sent as it is here.')}
          className="input mono try-body"
          dir="ltr"
          spellCheck={false}
          rows={Math.min(16, values.body.split('\n').length + 1)}
          value={values.body}
          onChange={(body) => onChange({ ...values, body })}
        />
      )}
      {hasBody && parsedBody(values.body) === undefined && (
        <p className="warn small">{t('This is no JSON. The server will refuse it.')}</p>
      )}
      <TryCall
        team={team}
        needsKey={scopeOf(operation) !== undefined}
        problem={missing && t('Enter a value for {name}.', { name: missing.name })}
        request={{
          method: operation.method as 'GET',
          path: pathOf(operation, values),
          headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
          ...(hasBody && { body: values.body }),
        }}
      />
    </>
  );
}
