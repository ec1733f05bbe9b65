import type { NoticePreferences, QuietHours } from '@desk/contracts/notifications/notices.schemas';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Button, PendingButton } from '@/components/ui/button';
import { useSaveNotices } from '../../api/notices';

const schema = async () => (await import('@desk/contracts/notifications/notices.schemas')).quietHoursSchema;
const suggestion: QuietHours = { from: '21:00', to: '07:00' };

export function QuietHoursForm({ preferences }: { preferences: NoticePreferences }) {
  const save = useSaveNotices();
  const { quietHours } = preferences;
  return (
    <Form
      initialValues={quietHours ?? suggestion}
      enableReinitialize
      schema={schema}
      className="grid gap-5"
      onSubmit={async (values) => {
        await save.mutateAsync({ quietHours: values });
      }}
    >
      {quietHours === null ? <p>You have no quiet hours at the moment.</p> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="from" label="From" type="time" className="tabular" />
        <Field name="to" label="Until" type="time" className="tabular" />
      </div>
      <div className="flex flex-wrap gap-3">
        <PendingButton
          data-focus="next"
          type="submit"
          isPending={save.isPending}
          pendingLabel="Saving..."
          className="max-sm:w-full"
        >
          Save Quiet Hours
        </PendingButton>
        {quietHours === null ? null : (
          <Button
            variant="secondary"
            className="max-sm:w-full"
            isBusy={save.isPending}
            onClick={() => save.mutate({ quietHours: null })}
          >
            Turn Off
          </Button>
        )}
      </div>
    </Form>
  );
}
