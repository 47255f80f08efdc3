import { oneValue } from '../../../lib/text/completion';
import { zoneName } from '../../../lib/time-zones';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import { useFormSuggestions } from '../../state/form-suggestions';
import { checkFields, profileChecks } from '../profile/profile-checks';
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
  const { colleges } = useFormSuggestions();
  return (
    <Form form={form} label="Edit name and headline" submit={SAVE} onCancel={form.cancel} onEscape={onDone}>
      <Input label="Name" autoComplete="name" autoFocus {...form.text('name')} />
      <Input
        label="Headline (optional)"
        hint="One line about what you do, for example Backend developer, second year"
        autoComplete="off"
        {...form.text('headline')}
      />
      <SuggestedInput
        label="College"
        name="college"
        autoComplete="organization"
        value={form.values.college}
        onText={(text) => form.change({ college: text })}
        known={colleges}
        completion={oneValue}
        {...form.field('college')}
      />
      <Checkbox label={`Show my time zone, ${zoneName(timeZone)}`} {...form.box('shows_time_zone')} />
    </Form>
  );
}
