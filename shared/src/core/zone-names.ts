/** Names of time zones that have changed, and that browsers and servers still use. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

export const currentZoneName = (zone: string): string => renamed[zone] ?? zone;

/** Returns a zone's own name, whatever the case and alias it is given by; null for text that names no zone, such as an offset. */
export function canonicalZone(name: string): string | null {
  if (!/^[A-Za-z]/u.test(name)) return null;
  try {
    return currentZoneName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
