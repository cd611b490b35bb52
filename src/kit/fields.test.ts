import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Mobile, maskCard, maskedLine, maskMobile, maskText, nameKey, optionalLine } from './fields.ts'

test('a mobile number is accepted as typed and stored as 11 digits', () => {
  for (const text of [
    '13912345678',
    '139 1234 5678',
    '139-1234-5678',
    '+86 13912345678',
    '+86-139-1234-5678',
    '008613912345678',
  ]) {
    assert.equal(Mobile.parse(text), '13912345678', text)
  }
})

test('a number that is not a mainland mobile is refused, also a masked one', () => {
  for (const text of ['', '12912345678', '1391234567', '139123456789', '0571-88888888', '139****5678']) {
    assert.equal(Mobile.safeParse(text).success, false, text)
  }
})

test('a masked contact is refused', () => {
  const wechat = maskedLine('微信号')
  assert.equal(wechat.parse(' wang_8 '), 'wang_8')
  assert.equal(wechat.parse(null), null)
  assert.equal(wechat.safeParse('w****8').success, false)
})

test('an empty text becomes null', () => {
  assert.equal(optionalLine('备注').parse('  '), null)
  assert.equal(optionalLine('备注', 3).safeParse('四个字的').success, false)
})

test('masks show enough to recognise a value and too little to use it', () => {
  assert.equal(maskMobile('13912348888'), '139****8888')
  assert.equal(maskMobile(null), null)
  assert.equal(maskText('wangnvshi8'), 'w****8')
  assert.equal(maskText('王女'), '****')
  assert.equal(maskText(null), null)
  assert.equal(maskCard('6222000012345678'), '**** 5678')
  assert.equal(maskCard(null), null)
})

test('name keys ignore character width, spaces and case', () => {
  assert.equal(nameKey(' ＡＢＣ 旗舰店　'), nameKey('abc旗舰店'))
  assert.notEqual(nameKey('晨曦家居'), nameKey('晨曦家具'))
})
