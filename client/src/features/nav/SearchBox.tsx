import { Search } from 'lucide-react';
import { Input } from '../../ui/Input';

/** The bar's search field; it does nothing (spec section 2). */
export function SearchBox({ className }: { className?: string }) {
  return (
    <search className={className}>
      <Input
        type="search"
        label="Search Sangam"
        hideLabel
        placeholder="Search"
        icon={<Search aria-hidden className="size-4" />}
      />
    </search>
  );
}
