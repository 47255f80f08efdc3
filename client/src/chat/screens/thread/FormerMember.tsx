/** Stands in place of the composer: nobody reads any more what would be sent. */
export function FormerMember() {
  return (
    <p className="border-line border-t px-4 py-4 text-center text-muted text-sm">
      This member has left Sangam. Nothing can be sent any more.
    </p>
  );
}
