import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { kindOfFormat, numberText } from './numbers.ts'
import { rowsOf } from './testRows.ts'

const PARTS = {
  '_rels/.rels':
    '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="藏" state="hidden" r:id="r1"/><x:sheet name="数据" r:id="r2"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Target="worksheets/hidden.xml"/><Relationship Id="r2" Target="/xl/worksheets/s.xml"/>' +
    '<Relationship Id="r3" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="x/styles" Target="styles.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>客服</t></si><si><r><t>小</t></r><r><t>雨</t></r><rPh sb="0" eb="1"><t>xiaoyu</t></rPh></si><si><t>a_x000D_\nb</t></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="46"/></cellXfs></styleSheet>',
  'xl/worksheets/hidden.xml':
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
}

const sheet = (rows: string, more: Record<string, string> = {}) => {
  const parts = {
    ...PARTS,
    'xl/worksheets/s.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])))
}

test('共享文字、行内文字、公式的值、布尔、日期、数字都成为文字；藏起来的页不读', async () => {
  const rows = await rowsOf(
    sheet(
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><t>x</t></is></c></row>' +
        '<row r="7"><c r="A7" s="1"><v>46157</v></c><c s="2"><v>46157</v></c><c s="3"><v>0.00173611111111111</v></c>' +
        '<c><f>1/3</f><v>0.30000000000000004</v></c><c t="str"><f>A1</f><v>文字</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>' +
        '<c t="d"><v>2026-05-15T00:00:00</v></c><c><v>1234567890123456789</v></c></row>',
    ),
  )
  assert.deepEqual(rows, {
    3: ['客服', '', '小雨', 'a\r\nb', 'x'],
    7: [
      '2026-05-15',
      '2026-05-15',
      '00:02:30',
      '0.3',
      '文字',
      'TRUE',
      '#N/A',
      '2026-05-15',
      '1234567890123456789',
    ],
  })
})

test('一行是整行取出还是逐个标签读，结果一样', async () => {
  const cells =
    '<c r="A2" t="s"><v>0</v></c><c r="D2" s="1"><v>46157</v></c><c t="inlineStr"><is><t>x</t></is></c>'
  const rows = `<row r="2">${cells}</row><row>${cells}</row><row r="1"><c><v>0.1</v></c><c t="b"><v>0</v></c></row>`
  const expected = await rowsOf(sheet(rows))
  assert.deepEqual(expected[2], ['客服', '', '', '2026-05-15', 'x'])
  assert.deepEqual(await rowsOf(sheet(`<!-- -->${rows}`)), expected)
})

test('没有行号、列号的文件按先后数；空行只占行号', async () => {
  const rows = await rowsOf(
    sheet('<row><c><v>1</v></c></row><row/><row><c/><c><v>2</v></c><c t="str"><v>  </v></c></row>'),
  )
  assert.deepEqual(rows, { 1: ['1'], 3: ['', '2'] })
  const odd = ['3', '3', '-1', '1e99', '2.5', 'x'].map((r) => `<row r="${r}"><c><v>1</v></c></row>`)
  assert.deepEqual(Object.keys(await rowsOf(sheet(odd.join('')))), ['3', '4', '5', '6', '7', '8'])
})

test('从 1904 年数起的工作簿', async () => {
  const workbook = PARTS['xl/workbook.xml'].replace('<x:sheets>', '<x:workbookPr date1904="1"/><x:sheets>')
  const rows = await rowsOf(sheet('<row><c s="1"><v>44695</v></c></row>', { 'xl/workbook.xml': workbook }))
  assert.deepEqual(rows, { 1: ['2026-05-15'] })
})

test('数字格式分得出日期、时间和数', () => {
  const kinds = {
    'yyyy-mm-dd': 'day',
    'm/d/yy h:mm': 'instant',
    '[h]:mm:ss': 'time',
    'mm:ss.0': 'time',
    '[$-804]yyyy"年"': 'day',
  }
  for (const [code, kind] of Object.entries(kinds)) assert.equal(kindOfFormat(164, code), kind, code)
  for (const code of [
    'General',
    '0.00%',
    '#,##0.00"天"',
    '[Red]-0.00',
    '0.00E+00',
    '@',
    '0\\d',
    '¥#,##0.00;[Red]¥-#,##0.00',
  ]) {
    assert.equal(kindOfFormat(164, code), 'number', code)
  }
  assert.deepEqual(
    [14, 22, 31, 46, 58, 0, 49].map((id) => kindOfFormat(id)),
    ['day', 'instant', 'day', 'time', 'day', 'number', 'number'],
  )
  assert.equal(numberText('46157.354166666664', 'instant'), '2026-05-15 08:30:00')
  assert.equal(numberText('46157.999999', 'day'), '2026-05-15')
  assert.equal(numberText('46157.9999999', 'instant'), '2026-05-16 00:00:00')
  assert.equal(numberText('1.5', 'time'), '36:00:00')
  assert.equal(numberText('-1', 'day'), '-1')
  assert.equal(numberText('很多', 'number'), '很多')
})
