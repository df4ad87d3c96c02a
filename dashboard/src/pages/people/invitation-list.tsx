import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../../api/client.ts';
import { type Invitation, useInvitations } from '../../api/team-queries.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

/** Unused invitation links. A link cannot be shown again: if it is lost, revoke it and create another. */
export function InvitationList({ team }: { team: string }) {
  const queries = useQueryClient();
  const invitations = useInvitations(team);
  const revoke = useMutation({
    mutationFn: (id: string) =>
      answered(client.DELETE('/api/teams/{team}/invitations/{id}', { params: { path: { team, id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invitations', team] }),
  });
  const open = invitations.data?.invitations;
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">Pending invitations</h2>
      <Failure error={invitations.error ?? revoke.error} onRetry={() => void invitations.refetch()} />
      {invitations.isPending && <Loading what="invitations" />}
      {open?.length === 0 && <p className="quiet">Pending invitations appear here. You can revoke them.</p>}
      {open !== undefined && open.length > 0 && (
        <InvitationTable invitations={open} onRevoke={revoke.mutate} />
      )}
    </section>
  );
}

function InvitationTable({
  invitations,
  onRevoke,
}: {
  invitations: readonly Invitation[];
  onRevoke: (id: string) => void;
}) {
  return (
    <div className="table-frame">
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">E-mail address</th>
            <th scope="col">Role</th>
            <th scope="col">Created</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ id, email, role, created_at, expires_at }) => (
            <tr key={id}>
              <td className="name">{email}</td>
              <td data-label="Role">{role}</td>
              <td data-label="Created">
                <RelativeTime time={created_at} />
              </td>
              <td data-label="Expires">
                <RelativeTime time={expires_at} />
              </td>
              <td className="actions">
                <Button
                  kind="plain"
                  needs="change"
                  aria-label={`Revoke the invitation of ${email}`}
                  onClick={() => onRevoke(id)}
                >
                  Revoke
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
