/** How people answer the question for their second factor: with a passkey, or with a code. */
import { Keyboard, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answered, client } from '../api/client.ts';
import { type PasskeyQuestion, signWithPasskey } from '../api/passkeys.ts';
import { t } from '../lib/messages.ts';
import { useLeaveSignal } from '../state/leave-signal.ts';
import { Button } from './button.tsx';
import { CodeField } from './code-field.tsx';

export interface FactorKinds {
  readonly hasApp: boolean;
  readonly hasPasskeys: boolean;
}

type Answer = { code: string } | { passkey: Awaited<ReturnType<typeof signWithPasskey>> };

export interface FactorAnswering {
  readonly way: 'passkey' | 'code';
  /** What to send. A passkey is asked for now. */
  readonly read: () => Promise<Answer>;
  /** Call it when the answer was wrong. */
  readonly clear: () => void;
  readonly input: ReactNode;
  /** A button that changes the way. */
  readonly otherWay: ReactNode;
  /** Both, for a dialog. */
  readonly fields: ReactNode;
}

const askInSession = () => answered(client.POST('/api/me/second-factor/question'));

/** `ask`: where the question for a passkey comes from. */
export function useFactorAnswer(
  { hasApp, hasPasskeys }: FactorKinds,
  ask: () => Promise<PasskeyQuestion> = askInSession,
): FactorAnswering {
  const [chosen, setChosen] = useState<'passkey' | 'code'>();
  const [code, setCode] = useState('');
  const signal = useLeaveSignal();
  const way = chosen ?? (hasPasskeys ? 'passkey' : 'code');
  const input =
    way === 'passkey' ? (
      <p className="quiet">{t('The browser asks for your passkey next.')}</p>
    ) : (
      <CodeField hasApp={hasApp} value={code} onChange={setCode} />
    );
  const otherWay =
    way === 'passkey' ? (
      <Button kind="plain" icon={Keyboard} onClick={() => setChosen('code')}>
        {hasApp ? t('Use a code instead') : t('Use a recovery code instead')}
      </Button>
    ) : (
      hasPasskeys && (
        <Button kind="plain" icon={KeyRound} onClick={() => setChosen('passkey')}>
          {t('Use a passkey instead')}
        </Button>
      )
    );
  return {
    way,
    read: async () => {
      if (way === 'code') return { code };
      const asked = signal();
      return { passkey: await signWithPasskey(await ask(), asked) };
    },
    clear: () => setCode(''),
    input,
    otherWay,
    fields: (
      <>
        {input}
        {otherWay !== false && <div>{otherWay}</div>}
      </>
    ),
  };
}
