import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { Select } from '@/components/ui/select';
import { useChangeTimeZone } from '../../api/notices';
import { listTimeZones } from '../../lib/time-zones';

export function TimeZoneSelect({ user }: { user: CurrentUser }) {
  const change = useChangeTimeZone();
  return (
    <Select
      label="Time zone"
      options={listTimeZones(user.timeZone)}
      value={change.isPending ? change.variables : user.timeZone}
      onChange={(timeZone) => change.mutate(timeZone)}
    />
  );
}
