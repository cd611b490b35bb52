export const rerates: Record<string, string> = {
  已出调整: 'Adjusted',
  容差内: 'Within tolerance',
  已吻合: 'Matches again',
  更正数据: 'Correction',
  撤回导入: 'Import undone',
  店铺状态变更: 'Store state',
  计费方式变更: 'Price',
  已出: 'Issued',
  现算: 'Current',
  自何时: 'Since',
  豁免原因: 'Reason of the waiver',
  '出账时按数据应出的，加上后来的调整；商定的改动和优惠不计':
    'What the facts came to at the issue, and later adjustments; agreed changes and discounts do not count',
  '这一行没有待处理的差额。': 'This row has no difference to settle.',
  '超过 {money} 的差额由管理员豁免。': 'A difference of more than {money} is waived by an admin.',
  '这一行的差额在您查看之后变了，请核对后再处理。':
    'The difference of this row has changed since you looked at it. Check it, then settle it.',
  '这个月还没有到。': 'This month has not begun.',
  这一行差额: 'This difference',
  出调整: 'Adjust',
  '出调整 {n} 项': 'Adjust {n} {n:item|items}',
  '豁免 {n} 项': 'Waive {n} {n:item|items}',
  '至少 4 个字；原因留在这一行和结账的记录里。':
    'At least 4 characters. The reason stays with this row and in the record of the closing.',
  已生成调整草稿: 'The draft of the adjustment was made',
  调整草稿: 'Drafts of adjustments',
  核对后出账: 'Check them, then issue them',
  记在之后的月份: 'Booked in a later month',
  '{month} 已结账，记在 {open}': '{month} is closed; booked in {open}',
  不能出调整: 'Cannot be adjusted',
  不再追收: 'No longer asked for',
  不再退还: 'No longer given back',
  不能豁免: 'Cannot be waived',
  重算: 'Price again',
  已重算: 'Priced again',
  重算已出账的月份: 'Price an issued month again',
  '平时数据变化后一分钟内、每天凌晨会自动重算；这里立即重算一个月。':
    'This happens within a minute of a change and every night. Here a month is priced again at once.',
  '重算了 {compared} 家店铺，{changed} 家有变化，{pending} 家待处理':
    '{compared} {compared:store was|stores were} priced again, {changed} changed, {pending} to settle',
  '重算了 {n} 个店铺月份，{changed} 个有变化。':
    'Priced {n} {n:store month|store months} again, {changed} changed.',
  待处理的差额: 'Differences to settle',
  '{n} 家店铺；正数是少收的，负数是多收的':
    '{n} {n:store|stores}; a positive amount was billed too little, a negative one too much',
  '出账之后数据、服务状态或计费方式有变化的，一分钟内列在这里。':
    'Bills whose figures, service or price change after the issue are listed here within a minute.',
  '{month} 月{item}补差 {now} − {before}': '{item}, month {month}: {now} − {before}',
  '{month} 月已出调整': 'Month {month}: adjusted already',
  '{month} 月已豁免': 'Month {month}: waived already',
  '{month} 月其他补差': 'Month {month}: other difference',
  出账时: 'At the issue',
  不同的日子: 'Days that differ',
  '差额来自上个月的日均、调整或作废。':
    'The difference comes from the daily mean of the month before, an adjustment or a bill that was made void.',
  '这张账单出账时还没有留存每天的数据，无法逐日比较。':
    'The days were not kept when this bill was issued, so they cannot be compared.',
  '这张账单还没有收款、发票和确认，所在月份未结账，也可以作废重出：':
    'This bill has no receipt, invoice or confirmation and its month is open. It can also be made void and issued anew:',
  打开账单: 'Open the bill',
  没有留存: 'Not kept',
  不在服务中: 'Not in service',
  '咨询 {n} 人': '{n} consultations',
  '销售额 {money}': 'Sales {money}',
  已出账与现算的差额: 'Differences of issued bills',
  容差: 'Tolerance',
  豁免限额: 'Limit of a waiver',
  '差额不超过容差的不用处理；超过豁免限额的差额由管理员豁免。':
    'A difference within the tolerance needs nothing; one beyond the limit is waived by an admin.',
  '{when}：{fact}': '{when}: {fact}',
  只算差额: 'Only bill the difference',
  '已结账的日子不写入。可以只算差额：按文件的数重算，差额记为最早未结账月份的调整草稿。':
    'Closed days are not written. You can bill the difference only: the file is priced, and the difference becomes a draft adjustment of the oldest open month.',
  '{month} 已结账，数字不再改；差额 {money} 记在 {open}。':
    '{month} is closed and its figures stay; the difference of {money} is booked in {open}.',
  '{month} 已结账，数字不再改；没有需要调整的差额。':
    '{month} is closed and its figures stay; nothing is to be adjusted.',
  '这个文件里没有已结账的日子，直接导入即可。': 'This file has no closed days. Import it.',
  按这个文件计算的差额: 'The difference of this file',
  已结账的店日: 'Store days that are closed',
  '不写入报表，只用来计算差额': 'Not written into reports; they only price the difference',
  迟到的文件: 'Late files',
  '{file}，{n} 天': '{file}, {n} {n:day|days}',
  '撤回 {file}': 'Take {file} back',
  '不再按这个文件的数计算；已出的调整由新的差额抵回。':
    'The file no longer counts; what was adjusted for it is given back by a new difference.',
  没有不同的日子: 'No day differs',
  '已出账的 {n} 家店铺月份，没有待处理的不符': '{n} billed store {n:month|months}, no difference to settle',
  还没有出账的店铺月份: 'No store month billed yet',
  账单重算: 'Recalculation of bills',
  每晚账单重算: 'Nightly recalculation of bills',
}
