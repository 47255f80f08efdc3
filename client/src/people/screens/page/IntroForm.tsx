import { zoneName } from '../../../lib/time-zones';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { checkFields, profileChecks } from '../profile/profile-checks';
import { CollegeInput } from '../profile/profile-inputs';
import { type PartFormProps, SAVE, usePartForm } from './use-part-form';

/** Name, headline, college, and whether the time zone is shown. */
export function IntroForm({ user, timeZone, onDone }: PartFormProps & { timeZone: string }) {
  const form = usePartForm(
    'intro',
    { user, onDone },
    ({ name, headline = '', college, shows_time_zone = false }) => ({ name, headline, college, shows_time_zone }),
    (values) => {
      const checked = checkFields(
        { name: profileChecks.name, headline: profileChecks.headline, college: profileChecks.college },
        values,
      );
      return checked.ok ? { ok: true, value: { ...checked.value, shows_time_zone: values.shows_time_zone } } : checked;
    },
  );
  return (
    <Form form={form} label="Edit name and headline" submit={SAVE} onCancel={form.cancel} onEscape={onDone}>
      <Input label="Name" autoComplete="name" autoFocus {...form.text('name')} />
      <Input
        label="Headline (optional)"
        hint="One line about what you do, for example Backend developer, second year"
        autoComplete="off"
        {...form.text('headline')}
      />
      <CollegeInput form={form} />
      <Checkbox label={`Show my time zone, ${zoneName(timeZone)}`} {...form.box('shows_time_zone')} />
    </Form>
  );
}
