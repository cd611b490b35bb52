export const figures: Record<string, string> = {
  指标: 'Measure',
  更正的数: 'Corrected figures',
  哪里不对: 'What is wrong',
  答复: 'Answer',
  '有 {n} 个店日的数平台当时还在统计，请再导入一次':
    'The platform was still counting {n} {n:store-day|store-days}; please import {n:it|them} again',
  '最早的是 {on}': 'The earliest is {on}',
  '提醒了 {n} 人': '{n} {n:person was|people were} reminded',
  疑问: 'question',
  '3 分钟内回复数': 'Replied within 3 minutes',
  '3 分钟回复率的分母': 'Base of the 3-minute rate',
  已回复人数: 'Replied',
  '30 秒内应答数': 'Answered within 30 seconds',
  '30 秒应答率的分母': 'Base of the 30-second rate',
  首响总时长: 'Total first response time',
  首响次数: 'First responses',
  响应总时长: 'Total response time',
  响应次数: 'Responses',
  已重新导入: 'Imported again',
  数字没错: 'The number is right',
  '咨询量 = Σ 各店每天的咨询人数；平台没有给出时，依次用会话数、接待人数':
    'Consultations = Σ of the buyers who asked each store each day; where a platform does not say, sessions, then buyers served',
  '回复率 = Σ（咨询人数 − 未回复人数）÷ Σ 咨询人数':
    'Reply rate = Σ (buyers who asked − unreplied) ÷ Σ buyers who asked',
  '3 分钟回复率 = Σ 3 分钟内回复数 ÷ Σ 应回复数':
    '3-minute reply rate = Σ replied within 3 minutes ÷ Σ due a reply',
  客服数据: 'Agent figures',
  '这次更正已经不在用了，无需撤销。': 'This correction no longer stands; there is nothing to revoke.',
  差异: 'Difference',
  '{person}认为{name}的{metric}不对，请核对': '{person} doubts the {metric} of {name}; please check',
  '这个疑问已经答复过了。': 'This question has been answered already.',
  '您对{name}的疑问已答复：{outcome}': 'Your question about {name} was answered: {outcome}',
  '还没有为这个疑问做过更正，请先更正，或选择别的结果。':
    'Nothing has been corrected for this question yet. Correct it first, or choose another outcome.',
  '请选择补上这些数的那次导入。': 'Please choose the import that brought these figures.',
  '这次导入没有写入疑问所指的店铺和日期，请核对。':
    'That import did not write the store and days in question. Please check.',
  '未回复人数不能多于咨询人数，请核对。':
    'The unreplied cannot be more than the buyers who asked. Please check.',
  '3 分钟内回复的不能多于应回复的，请核对。':
    'Those replied to within 3 minutes cannot be more than those due a reply. Please check.',
  '没有改动任何数字，请填写正确的数。': 'No figure was changed. Please enter the right ones.',
}
