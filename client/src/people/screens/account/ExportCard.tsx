import type { ApiError } from '../../../core/api/errors';
import { useEditing } from '../../../lib/hooks/use-editing';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { downloadExport } from '../../state/account';
import { ProofForm } from './ProofForm';

interface ExportCardProps {
  email: string;
  hasPassword: boolean;
  /** Downloads the file, given the password. Returns the error, or null on success. */
  download?: (password: string) => Promise<ApiError | null>;
}

/** Downloads the member's data as a file. Asks for the password, since the file has all conversations. */
export function ExportCard({ download = (password) => downloadExport(password), ...props }: ExportCardProps) {
  const { isEditing, edit, done, opener } = useEditing();
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Your data</h2>
      <p className="text-muted text-sm">
        Everything Sangam stores about you, including all your conversations, as one JSON file.
      </p>
      {isEditing ? (
        <ProofForm
          label="Download your data"
          confirm="Download data"
          failed="Failed to download your data"
          send={async (password) => {
            const error = await download(password);
            if (error === null) done();
            return error;
          }}
          onCancel={done}
          {...props}
        >
          You can download your data five times a day.
        </ProofForm>
      ) : (
        <Button ref={opener} size="sm" className="justify-self-start" onClick={edit}>
          Download data
        </Button>
      )}
    </Card>
  );
}
