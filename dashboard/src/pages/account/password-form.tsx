import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { answered, client } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { replaceSession } from '../../api/sign-in.ts';
import { asUnconfirmed } from '../../api/use-change.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Failure } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../lib/messages.ts';

const nothing = { current: '', new: '', repeated: '' };

/** Requires the current password, so that an unattended page cannot change it. Ends every other session. */
export function PasswordForm() {
  const queries = useQueryClient();
  const email = useMe().data?.user.email ?? '';
  const [typed, setTyped] = useState(nothing);
  const change = useMutation({
    mutationFn: async () => {
      const body = { current: typed.current, new: typed.new };
      await answered(client.POST('/api/me/password', { body })).catch(asUnconfirmed);
      await replaceSession(email, typed.new).catch(() => undefined);
    },
    meta: { telling: { done: () => t('The password is changed. Your other sessions have ended.') } },
    onSuccess: () => {
      setTyped(nothing);
      return queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const isMistyped = typed.repeated !== '' && typed.repeated !== typed.new;
  const submit = () => {
    if (typed.repeated === typed.new) change.mutate();
  };
  const field = (name: keyof typeof nothing) => ({
    type: 'password',
    required: true,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  return (
    <Section id="password" title={t('Password')}>
      <Form className="stack form" onSubmit={submit}>
        {/* Password managers store the new password under this user name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label={t('Current password')} autoComplete="current-password" {...field('current')} />
        <Field
          label={t('New password')}
          autoComplete="new-password"
          minLength={12}
          hint={t('At least 12 characters.')}
          {...field('new')}
        />
        <Field
          label={t('New password again')}
          autoComplete="new-password"
          aria-invalid={isMistyped}
          hint={isMistyped ? <span className="bad">{t('The two are not the same.')}</span> : ' '}
          {...field('repeated')}
        />
        <Failure error={change.error} />
        <div className="row">
          <Button kind="main" icon={LockKeyhole} type="submit" disabled={change.isPending || isMistyped}>
            {t('Change the password')}
          </Button>
          <span className="quiet small">{t('Ends all your other sessions.')}</span>
        </div>
      </Form>
    </Section>
  );
}
