import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { DialogButtons } from '@/components/form/form-action';
import { FormDialog } from '@/components/ui/form-dialog';
import { getPasskeyErrorMessage } from '@/lib/passkeys';

const schema = async () => (await import('@desk/contracts/accounts/second-factors.schemas')).newPasskeySchema;

interface NameDialogProps {
  title: string;
  description: string;
  initialName: string;
  submitLabel: string;
  pendingLabel: string;
  isPending: boolean;
  onCancel: () => void;
  onSubmit: (name: string) => Promise<void>;
}

/** Asks for the name of a factor. */
export function NameDialog({
  title,
  description,
  initialName,
  submitLabel,
  pendingLabel,
  isPending,
  onCancel,
  onSubmit,
}: NameDialogProps) {
  return (
    <FormDialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
      title={title}
      description={description}
    >
      <DialogForm
        initialValues={{ name: initialName }}
        schema={schema}
        className="grid gap-4"
        getMessage={getPasskeyErrorMessage}
        onSubmit={({ name }) => onSubmit(name)}
      >
        <Field name="name" label="Name" hint="So that you recognize it later." />
        <DialogButtons isPending={isPending} pendingLabel={pendingLabel}>
          {submitLabel}
        </DialogButtons>
      </DialogForm>
    </FormDialog>
  );
}
