import { type ReactNode, useState } from 'react';
import { CurrentPassword } from '../../components/current-password.tsx';
import { type FactorKinds, useFactorAnswer } from '../../components/factor-answer.tsx';

export interface OwnFactor extends FactorKinds {
  readonly isOn: boolean;
}

/** What a change of the second factor needs besides the session: the password, and the factor if it is on. */
export function useProof(factor: OwnFactor): {
  readonly read: () => Promise<{ password: string }>;
  readonly clear: () => void;
  readonly fields: ReactNode;
} {
  const [password, setPassword] = useState('');
  const answering = useFactorAnswer(factor);
  return {
    read: async () => ({ password, ...(factor.isOn && (await answering.read())) }),
    clear: answering.clear,
    fields: (
      <>
        <CurrentPassword value={password} onChange={setPassword} />
        {factor.isOn && answering.fields}
      </>
    ),
  };
}
