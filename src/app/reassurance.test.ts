import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from '#testing/testSources.ts'
import { chineseIn } from '#testing/testTexts.ts'

/** Words by which a text says that nothing is wrong. */
const REASSURING = [
  /都(已|达标|一致|相符|收齐|不缺|对得上|对上|相同|处理完|审核|提交|提出|确认|报齐|没有|不低于|有账单|在(账期|到期日))/,
  /全部(报齐|一致|处理完|达标|正常)/,
  /没有(逾期(?!的欠费)|要担心|要处理|待(认领|处理|补|审)|不一致|差异|异常|问题|草稿|亏损|合同到期|[店客][^，。]{0,3}(下跌|下降|低于))/,
  /齐全|一切正常|收齐了|与[^，。]{1,8}(相符|一致)$/,
]

/** A number of records in a text: `{n}`, or one that is written out. */
const NUMBER = /\{(n|done)\}|\d+ 项/

/** Texts that need no number, and why. */
const EXEMPT: { texts: readonly string[]; because: string }[] = [
  {
    texts: [
      '两天都有数据的店铺，咨询量都没有减少。',
      '两天都有数据的店铺，回复率都没有下降。',
      '两天都有数据的客服，接待人数都没有减少。',
      '昨日和前 7 日都有数据的店铺，都不低于均值。',
      '昵称都已对应，上传的文件都已确认。',
      '都在到期日以内。',
    ],
    because: 'the line below a message with the number',
  },
  {
    texts: ['没有草稿'],
    because: 'below the sum of the drafts',
  },
  {
    texts: ['这一行没有待处理的差额。', '这份付款文件里的报销单都已打款，不能作废。'],
    because: 'the refusal of a step, about one record',
  },
  {
    texts: [
      '没有差异',
      '列表里待审核的日志都处理完了',
      '没有待审的日志',
      '已撤销：新建的店铺、客户和昵称都已删去，数据恢复到导入之前',
    ],
    because:
      'the end of the user’s own work on records that exist: two snapshots, a list of logs, an undone run',
  },
  {
    texts: [
      '子账号、旺旺昵称，与平台导出的完全一致',
      '与平台上的店铺名一致',
      '与文件里的列名一致',
      '例如：运费险说明与详情页不一致',
      '每晚核对发现汇总与明细不一致',
      '填报与导入不一致',
      '排班与分配不一致',
    ],
    because: 'how to fill in a field, or the name of a list of problems',
  },
]

// The manual explains and reports nothing.
const program = readSources().filter(
  ({ path, isTest }) => !isTest && !/^(demo|testing|app\/(texts|commands|manual\/pages))\//.test(path),
)

const found = program
  .flatMap(chineseIn)
  .filter(({ sentence }) => REASSURING.some((words) => words.test(sentence)) && !NUMBER.test(sentence))

test('a message that nothing is wrong states how many records it covers', () => {
  const wrong = found.filter(({ sentence }) => !EXEMPT.some(({ texts }) => texts.includes(sentence)))
  assert.deepEqual(
    wrong.map(({ sentence, place }) => `${place} ${sentence}`),
    [],
  )
})

test('every exception still exists', () => {
  const said = new Set(found.map(({ sentence }) => sentence))
  assert.deepEqual(
    EXEMPT.flatMap(({ texts }) => texts).filter((text) => !said.has(text)),
    [],
  )
})
