import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStored, word } from '#kit/text.ts'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { app, db } = await testApp(seedWorld)

async function refusal(url: string, payload: object, language: string | undefined, token = '') {
  const headers = { authorization: token, ...(language && { 'accept-language': language }) }
  const answer = await app.inject({ method: 'POST', url, payload, headers })
  return answer.json()
}

let names = 0

/** A first attempt of another name each time: the last attempts of a name are announced. */
const wrongPassword = (language?: string) => {
  names += 1
  const input = { type: 'account', username: `nobody${names}`, password: 'wrong' }
  return refusal('/api/login/account', input, language)
}

test('an error message is in the requested language', async () => {
  const expectedSentences: Record<string, string> = {
    'zh-CN': '用户名或密码错误。',
    'zh-CN,zh;q=0.9,en;q=0.8': '用户名或密码错误。',
    '*': '用户名或密码错误。',
    'zh-TW': '使用者名稱或密碼錯誤。',
    'zh-HK': '用户名或密碼錯誤。',
    'en-US,en;q=0.9': 'Wrong username or password.',
    'de-DE': 'Wrong username or password.',
  }
  for (const [language, sentence] of Object.entries(expectedSentences)) {
    assert.equal((await wrongPassword(language)).errorMessage, sentence, language)
  }
  assert.equal((await wrongPassword()).errorMessage, '用户名或密码错误。')
})

test('field errors and the labels in them are in the requested language too', async () => {
  const input = { username: 'admin', password: PASSWORD, type: 'account' }
  const { data } = await refusal('/api/login/account', input, undefined)
  const inEnglish = await refusal('/api/staff', { username: 'x' }, 'en-US', data.token)
  assert.equal(inEnglish.data.fields.name, 'Please enter Name')
  assert.equal(inEnglish.data.fields.username, 'Username must have at least 3 characters')
  assert.match(inEnglish.errorMessage, /^[\x20-\x7e]+\.$/)
  const inChinese = await refusal('/api/staff', { username: 'x' }, 'zh-CN', data.token)
  assert.equal(inChinese.data.fields.name, '请输入姓名')
})

test('the error for an unknown path is translated, with its parameters', async () => {
  const { errorMessage } = await refusal('/api/nothing', {}, 'en-GB')
  assert.equal(errorMessage, 'There is no such endpoint: /api/nothing')
})

test('a stored sentence is in the language of each reader; a name that equals a text of the program stays', async () => {
  const { id: staffId } = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const OLDER = '渠道不存在，或不在您可见的范围内。'
  const failure = { sentence: '{what}不存在，或不在您可见的范围内。', values: { what: '客户' } }
  const asWord = { ...failure, values: { what: word('客户') } }
  const at = new Date('2026-05-19T04:00:00Z')
  const file = {
    companyCode: '001',
    staffId,
    name: '客户.xlsx',
    request: '{}',
    state: 'failed' as const,
    createdAt: at,
  }
  for (const stored of [toStored(failure), toStored(asWord), OLDER]) {
    await db
      .insertInto('exportFile')
      .values({ ...file, failure: stored, finishedAt: at })
      .execute()
  }
  const { data } = await refusal(
    '/api/login/account',
    { type: 'account', username: 'admin', password: PASSWORD },
    undefined,
  )
  const failures = async (language: string) => {
    const headers = { authorization: data.token, 'accept-language': language }
    const answer = await app.inject({ url: '/api/exports/files', headers })
    return answer.json().data.map((one: { failure: string }) => one.failure)
  }
  const chinese = '客户不存在，或不在您可见的范围内。'
  assert.deepEqual((await failures('zh-CN')).toSorted(), [chinese, chinese, OLDER].toSorted())
  assert.deepEqual(
    (await failures('en-US')).toSorted(),
    [
      '客户 does not exist, or is outside what you can see.',
      OLDER,
      'Customer does not exist, or is outside what you can see.',
    ].toSorted(),
  )
})
