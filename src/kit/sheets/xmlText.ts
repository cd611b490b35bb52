/** The namespace of a workbook's parts. */
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const NO_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** Removes the characters that XML does not allow. */
export const withoutControls = (text: string): string => text.replace(NO_XML, '')

/** Escapes a text for an XML element or attribute, and removes or escapes what XML or Excel would misread. */
export function xmlText(text: string): string {
  return withoutControls(text)
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
