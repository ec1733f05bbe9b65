import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { formatPrice } from '@desk/contracts/format/price';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { describeFilters } from './describe-filters';
import { describeService, outcomeLabels } from './describe-service';
import { formatCount, pluralize } from '@/lib/numbers';
import { ChangeUser } from './change-user';
import { NotLoaded } from './not-loaded';

function ServiceActions({ page: { user, eligibility } }: { page: AdminUserPage }) {
  const { serviceEnabled, dailyLeadLimit } = eligibility ?? user;
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <ChangeUser
        userId={user.id}
        change={{ serviceEnabled: !serviceEnabled }}
        {...(serviceEnabled
          ? {
              label: 'Pause service',
              title: 'Pause the service?',
              description:
                'The agent gets no more leads from now on. They can resume the service themselves.',
              done: 'The service is paused.',
            }
          : {
              label: 'Resume service',
              title: 'Resume the service?',
              description: 'The agent gets leads again, and each one is charged to the card on file.',
              done: 'The service is resumed.',
            })}
      />
      <ChangeUser
        userId={user.id}
        change={{ dailyLeadLimit }}
        label="Change daily limit"
        title="Change the daily limit?"
        description="It applies at once. A limit below today's leads stops leads until midnight in the agent's time zone."
        done="The daily limit is changed."
      />
    </div>
  );
}

export function UserService({ page }: { page: AdminUserPage }) {
  const { eligibility, erasedAt } = page;
  const description = describeService(page);
  return (
    <Card title="Service">
      {description === null ? (
        <NotLoaded what="The service" />
      ) : (
        <p className="mb-4">
          <Badge tone={description.tone} className="mr-2">
            {description.label}
          </Badge>
          {description.text}
        </p>
      )}
      {eligibility === null ? null : (
        <Facts
          facts={[
            ['Daily limit', `${formatCount(eligibility.dailyLeadLimit)} leads/day`],
            [
              'Today',
              `${pluralize(eligibility.leadsToday, 'lead')}, ${formatPrice(eligibility.spentTodayCents)}`,
            ],
            ['Switched', eligibility.serviceEnabled ? 'On' : 'Paused'],
          ]}
        />
      )}
      {erasedAt === null ? <ServiceActions page={page} /> : null}
    </Card>
  );
}

export const UserFilters = ({ filters }: Pick<AdminUserPage, 'filters'>) => (
  <Card title="Filters">
    {filters === null ? (
      <NotLoaded what="The filters" />
    ) : (
      <Facts facts={describeFilters(filters.filters, filters.timeZone)} />
    )}
  </Card>
);

export const UserLeadReport = ({ report }: Pick<AdminUserPage, 'report'>) => (
  <Card title="Lead report">
    {report === null ? (
      <NotLoaded what="The lead report" />
    ) : (
      <>
        <p className="mb-3">
          {pluralize(report.received, 'lead')} came in the last {report.days} days
          {report.isCapped ? '; older ones are left out' : ''}.
        </p>
        <Facts
          facts={report.outcomes.map(
            ({ outcome, count }) => [outcomeLabels[outcome], formatCount(count)] as const,
          )}
        />
      </>
    )}
  </Card>
);
