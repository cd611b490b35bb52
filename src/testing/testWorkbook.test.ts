import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { toXlsx } from '#kit/sheets/write.ts'
import { workbookFaults } from './testWorkbook.ts'

const valid = toXlsx([
  {
    name: '店铺',
    columns: [
      { title: '店铺', type: 'text', choices: { values: ['晨曦'] } },
      { title: '月费', type: 'money' },
      { title: '日期', type: 'day' },
    ],
    rows: [
      ['晨曦', 158_000, '2026-05-15'],
      ['星澜', -1, '2026-05-16'],
    ],
    totals: ['合计', 157_999, null],
  },
  { name: '说明', layout: 'notes', columns: [{ title: '项目', type: 'text' }], rows: [['行数']] },
])

const SHEET = 'xl/worksheets/sheet1.xml'

/** Changes of a valid file, each with the part, the text that is replaced, and the fault that must be reported. */
const CHANGES: Record<string, [part: string, from: string | RegExp, to: string, fault: RegExp]> = {
  'an element in the wrong place': [
    SHEET,
    /(<autoFilter[^>]*>)(<dataValidations.*<\/dataValidations>)/,
    '$2$1',
    /wrong place/,
  ],
  'an unknown element': [SHEET, '<sheetData>', '<colour/><sheetData>', /has colour/],
  'no namespace': [SHEET, / xmlns="[^"]*"/, '', /namespace/],
  'a style that does not exist': [SHEET, /(<c r="B2" s=")\d+/, '$1999', /style 999/],
  'a text with the format of a number': [SHEET, /(<c r="A2" s=")\d+/, '$16', /a text with format/],
  'a number as a text’s style': [SHEET, /(<c r="B2" s=")\d+/, '$13', /format of a text/],
  'a number with 16 digits': [SHEET, '<v>1580.00</v>', '<v>15800000000000.01</v>', /15 digits/],
  'a number with an exponent': [SHEET, '<v>1580.00</v>', '<v>1.58e3</v>', /the number/],
  'a day before Excel’s calendar': [SHEET, '<v>46157</v>', '<v>0</v>', /the date 0/],
  'a cell in the wrong row': [SHEET, '<c r="B2"', '<c r="B3"', /cell B3 in row 2/],
  'cells in the wrong order': [SHEET, /(<c r="A2".*?<\/c>)(<c r="B2".*?<\/c>)/, '$2$1', /cell A2/],
  'rows in the wrong order': [SHEET, '<row r="3">', '<row r="2">', /row 2/],
  'a formula in a text': [SHEET, '晨曦', '=晨曦', /is a formula/],
  'a shared string without a table': [SHEET, 't="inlineStr"', 't="s"', /type s/],
  'another formula': [SHEET, 'SUBTOTAL(109,B2:B3)', 'SUM(B2:B3)', /formula SUM/],
  'a wrong total': [SHEET, '<v>1579.99</v>', '<v>1579.98</v>', /the total of B/],
  'a filter with the totals': [SHEET, 'ref="A1:C3"', 'ref="A1:C5"', /filter|below/],
  'a filter that ends too early': [SHEET, 'ref="A1:C3"', 'ref="A1:C2"', /filter|below/],
  'a column without width': [SHEET, /<col min="2"[^>]*>/, '', /columns with a width/],
  'a header that is not frozen': [SHEET, 'state="frozen"', '', /not frozen/],
  'another paper': [SHEET, 'paperSize="9"', 'paperSize="1"', /paper/],
  'not fitted to the page': [SHEET, ' fitToPage="1"', '', /not fitted/],
  'an unknown code in the footer': [SHEET, '&#38;N', '&#38;?', /code|page numbers/],
  'choices from a missing sheet': [SHEET, "'可选值'!", "'可选'!", /choices from/],
  'a wrong number of choices': [
    SHEET,
    '<dataValidations count="1">',
    '<dataValidations count="2">',
    /data validations/,
  ],
  'an invalid character': [SHEET, '晨曦', '晨&#1;曦', /sheet1/],
  'a document type': [SHEET, '<worksheet', '<!DOCTYPE x><worksheet', /document type|doctype|sheet1/i],
  'two sheets with one name': ['xl/workbook.xml', 'name="说明"', 'name="店铺"', /same name/],
  'a name of 32 characters': ['xl/workbook.xml', 'name="说明"', `name="${'长'.repeat(32)}"`, /sheet name/],
  'a name with a slash': ['xl/workbook.xml', 'name="说明"', 'name="说/明"', /sheet name/],
  'a sheet id twice': ['xl/workbook.xml', 'sheetId="2"', 'sheetId="1"', /sheet id/],
  'a sheet without a part': ['xl/workbook.xml', 'r:id="rId2"', 'r:id="rId9"', /no sheet/],
  'a filter without its name': [
    'xl/workbook.xml',
    /<definedName name="_xlnm._Filter[^>]*>[^<]*<\/definedName>/,
    '',
    /filter/,
  ],
  'a visible name of the filter': ['xl/workbook.xml', ' hidden="1"', '', /not hidden/],
  'no repeated row': [
    'xl/workbook.xml',
    /<definedName name="_xlnm.Print_Titles" localSheetId="0">[^<]*<\/definedName>/,
    '',
    /repeated/,
  ],
  'no view': ['xl/workbook.xml', /<bookViews>.*<\/bookViews>/, '', /view/],
  'a wrong number of styles': ['xl/styles.xml', /<cellXfs count="\d+"/, '<cellXfs count="1"', /cellXfs/],
  'a font that does not exist': ['xl/styles.xml', 'fontId="1"', 'fontId="7"', /refers to nothing/],
  'a missing number format': ['xl/styles.xml', /<numFmt numFmtId="164"[^>]*>/, '', /number format|numFmts/],
  'a missing content type': [
    '[Content_Types].xml',
    /<Override PartName="\/xl\/styles.xml"[^>]*>/,
    '',
    /content type/,
  ],
  'a relation to nothing': ['xl/_rels/workbook.xml.rels', 'styles.xml', 'style.xml', /style/],
  'a relation id twice': ['xl/_rels/workbook.xml.rels', 'Id="rId2"', 'Id="rId1"', /id twice/],
  'no title': ['docProps/core.xml', /<dc:title>.*<\/dc:title>/, '', /no title/],
}

/** The file with a change in one of its parts. */
function changed(part: string, from: string | RegExp, to: string): Uint8Array {
  const parts = unzipSync(valid)
  const xml = strFromU8(parts[part] ?? new Uint8Array())
  const other = xml.replace(from, to)
  assert.notEqual(other, xml, 'nothing was replaced')
  return zipSync({ ...parts, [part]: strToU8(other) })
}

test('a file of the program has no faults', () => {
  assert.deepEqual(workbookFaults(valid), [])
})

for (const [name, [part, from, to, fault]] of Object.entries(CHANGES)) {
  test(`the check of workbooks reports ${name}`, () => {
    assert.match(workbookFaults(changed(part, from, to)).join('\n'), fault)
  })
}

test('the check of workbooks reports a part to which nothing leads, and the wrong order of parts', () => {
  const { '[Content_Types].xml': types, ...parts } = unzipSync(valid)
  const more = { ...parts, 'xl/other.xml': strToU8('<?xml version="1.0"?><a/>') }
  const faults = workbookFaults(zipSync({ ...more, '[Content_Types].xml': types ?? new Uint8Array() })).join(
    '\n',
  )
  assert.match(faults, /not the first part/)
  assert.match(faults, /nothing leads to it/)
})
