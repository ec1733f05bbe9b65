import { AdminPage } from '@/features/admin/components/admin-page';
import { DocumentsSection } from '@/features/admin/components/documents-section';

export function Component() {
  return (
    <AdminPage
      title="Receipts"
      description="The receipts and credit notes of all agents. Each kind is numbered without gaps."
    >
      <DocumentsSection />
    </AdminPage>
  );
}
