import { type ReactNode, useState } from 'react';
import { CurrentPassword } from '../../components/current-password.tsx';
import { type FactorKinds, useFactorAnswer } from '../../components/factor-answer.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';

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

interface ProofDialogProps
  extends Omit<Parameters<typeof FormDialog>[0], 'change' | 'onSubmit' | 'children'> {
  readonly proof: { readonly clear: () => void; readonly fields: ReactNode };
  /** Reads the proof, and sends it. */
  readonly change: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly mutate: (_: undefined, told: { onSuccess?: () => void; onError: () => void }) => void;
  };
  readonly onDone?: () => void;
}

/** Asks for a proof of who the person is. */
export function ProofDialog({ proof, change, onDone, ...dialog }: ProofDialogProps) {
  const told = { onError: proof.clear, ...(onDone && { onSuccess: onDone }) };
  return (
    <FormDialog change={change} onSubmit={() => change.mutate(undefined, told)} {...dialog}>
      {proof.fields}
    </FormDialog>
  );
}
