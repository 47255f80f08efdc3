import toast from 'react-hot-toast';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { downloadExport } from '../../state/account';

/** Downloads the member's data as a file. */
export function ExportCard() {
  const download = async () => {
    if (!(await downloadExport())) toast.error('Failed to download your data. You can do so five times a day.');
  };
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Your data</h2>
      <p className="text-muted text-sm">
        Everything that Sangam keeps of you, with all your conversations, as one JSON file.
      </p>
      <Button className="justify-self-start" onClick={download}>
        Download
      </Button>
    </Card>
  );
}
