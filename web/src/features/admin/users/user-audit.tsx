import { QueryView } from '@/components/page/query-view';
import { Section } from '@/components/page/section';
import { Skeleton } from '@/components/ui/skeleton';
import { useUser } from '@/lib/current-user';
import { formatDateTime } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { RefreshButton } from '@/components/ui/refresh-button';
import { UserLink } from '../columns';
import { useFreshQuery } from '../queries';
import { type AuditEvent, describeChanges, reasonOf, toWords } from './describe-audit';

const AUDIT_ENTRIES = 20;

function Actor({ entry: { actorId, actor, userId, operator } }: { entry: AuditEvent }) {
  const ownId = useUser()?.id;
  if (operator) return `${operator} (command line)`;
  if (actorId === null) return 'the system';
  if (actorId === userId) return 'the user';
  if (actorId === ownId) return 'you';
  return <UserLink id={actorId} name={actor ? formatName(actor) : 'another administrator'} />;
}

const Entry = ({ entry }: { entry: AuditEvent }) => {
  const reason = reasonOf(entry);
  return (
    <li className="grid gap-x-4 border-b border-line py-2 text-sm last:border-0 sm:grid-cols-[11rem_1fr]">
      <span className="tabular text-muted">{formatDateTime(entry.at)}</span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-semibold">{toWords(entry.action)}</span>
          <span className="text-muted">
            {' by '}
            <Actor entry={entry} />
          </span>
        </p>
        {describeChanges(entry).map((change) => (
          <p key={change}>{change}</p>
        ))}
        {reason === null ? null : <p className="text-muted">Reason: {reason}</p>}
      </div>
    </li>
  );
};

export function UserAudit({ userId }: { userId: string }) {
  const query = useFreshQuery('listAuditEvents', {
    query: { userId, pageSize: String(AUDIT_ENTRIES) },
  });
  return (
    <Section
      id="user-audit"
      title="Audit log"
      action={<RefreshButton isRefreshing={query.isFetching} onRefresh={() => void query.refetch()} />}
    >
      <QueryView query={query} what="the audit log" skeleton={<Skeleton className="h-60" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-muted">No entries yet.</p>
          ) : (
            <ul aria-label={`The newest entries, at most ${AUDIT_ENTRIES}`}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}
