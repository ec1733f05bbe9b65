import { Notice } from '@/components/ui/notice';
import { getErrorMessage, getFieldErrors, UNREACHABLE } from '@/lib/api-client';

/** Says why a form was not saved, unless its fields say it. */
export const FormProblem = ({ error }: { error: Error | null }) =>
  error === null || getFieldErrors(error).length > 0 ? null : (
    <Notice tone="danger">{getErrorMessage(error, UNREACHABLE)}</Notice>
  );
