import { type Team, usePublicApi } from '../../api/queries.ts';
import { Reference } from './reference.tsx';
import { TryIt } from './try-it.tsx';

/** For a person who is signed in, with or without a team. */
export function ReferencePage({ team }: { team?: Team | undefined }) {
  const { url } = usePublicApi();
  return (
    <Reference
      url={url}
      tryIt={(operation, values, onChange) => (
        <TryIt team={team} operation={operation} values={values} onChange={onChange} />
      )}
    />
  );
}
