<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Add</name>
    <message>
        <source>Sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>The two are added, element by element.</source>
        <translation>两者逐元素相加。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>Adds two tensors: the residual connection.</source>
        <translation>把两个张量相加：残差连接。</translation>
    </message>
    <message>
        <source>The two inputs are added element by element.</source>
        <translation>两个输入逐元素相加。</translation>
    </message>
    <message>
        <source>A residual path lets a block change its input only as much as it needs to.</source>
        <translation>有了残差通路，一个块只在需要的程度上改变输入。</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二个</translation>
    </message>
</context>
<context>
    <name>Additive</name>
    <message>
        <source>Map of the queries</source>
        <translation>查询的映射</translation>
    </message>
    <message>
        <source>Mapped queries</source>
        <translation>映射后的查询</translation>
    </message>
    <message>
        <source>Queries and keys are mapped to one width, so that they can be added.</source>
        <translation>查询和键映射到同一宽度，才能相加。</translation>
    </message>
    <message>
        <source>Map of the keys</source>
        <translation>键的映射</translation>
    </message>
    <message>
        <source>Mapped keys</source>
        <translation>映射后的键</translation>
    </message>
    <message>
        <source>Keys get a map of their own to the same width.</source>
        <translation>键用自己的映射变到同一宽度。</translation>
    </message>
    <message>
        <source>tanh of the sums</source>
        <translation>和的 tanh</translation>
    </message>
    <message>
        <source>Without tanh the query would add the same to every score, and softmax would not see it.</source>
        <translation>没有 tanh，查询给每个分数加上的数都相同，softmax 就看不到它。</translation>
    </message>
    <message>
        <source>Weights of the hidden channels</source>
        <translation>隐藏通道的权重</translation>
    </message>
    <message>
        <source>Additive scores</source>
        <translation>加性分数</translation>
    </message>
    <message>
        <source>A layer of its own looks at each pair: the hidden channels are weighted by v and added.</source>
        <translation>由单独的一层考察每一对：隐藏通道按 v 加权后相加。</translation>
    </message>
    <message>
        <source>Additive attention</source>
        <translation>加性注意力</translation>
    </message>
    <message>
        <source>Scores every pair by a small layer: map query and key, add, tanh, weigh.</source>
        <translation>用一个小网络层给每一对打分：映射查询和键，相加，取 tanh，再加权。</translation>
    </message>
    <message>
        <source>Query and key are mapped to a common width and added; tanh bends the sums, and a vector v weighs the hidden channels to one score. Softmax turns each row of scores into weights, and the output of a query is the mean of the values under its weights.</source>
        <translation>查询和键映射到同一宽度后相加；tanh 使和弯曲，向量 v 把隐藏通道加权成一个分数。softmax 把每行分数变成权重，查询的输出是按这些权重取的值的加权平均。</translation>
    </message>
    <message>
        <source>It was the first attention for translation. It learns its own similarity, and query and key may have different widths.</source>
        <translation>这是最早用于机器翻译的注意力。它自己学习何为相似，查询和键的宽度可以不同。</translation>
    </message>
    <message>
        <source>It holds a hidden vector for every pair of items, so its memory is the number of pairs times the width.</source>
        <translation>它为每一对项保存一个隐藏向量，所以占用的内存是对数乘以宽度。</translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation>隐藏宽度</translation>
    </message>
    <message>
        <source>How many channels query and key are mapped to before they are added.</source>
        <translation>查询和键在相加之前映射到多少个通道。</translation>
    </message>
</context>
<context>
    <name>Arithmetic</name>
    <message>
        <source>(rounded; full sum %1)</source>
        <translation>（已舍入；完整的和为 %1）</translation>
    </message>
    <message>
        <source>(rounded; full result %1)</source>
        <translation>（已舍入；完整结果为 %1）</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>Divided by √d</source>
        <translation>除以 √d</translation>
    </message>
    <message>
        <source>Multiplied by %1</source>
        <translation>乘以 %1</translation>
    </message>
    <message>
        <source>The scaling keeps the scores in a range in which softmax does not pick one key alone.</source>
        <translation>缩放使分数保持在合适的范围内，softmax 不致只选中一个键。</translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>Bias added</source>
        <translation>加上偏置</translation>
    </message>
    <message>
        <source>Each pair of query and key gets a number of its own on top of its score.</source>
        <translation>每一对查询和键在分数之外再得到一个自己的数。</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>Softmax makes each row of scores positive numbers that add up to 1.</source>
        <translation>softmax 把每行分数变成正数，且其和为 1。</translation>
    </message>
    <message>
        <source>Each query is multiplied with each key; alike directions give large numbers.</source>
        <translation>每个查询与每个键相乘；方向相近，得到的数就大。</translation>
    </message>
</context>
<context>
    <name>AttentionTiles</name>
    <message>
        <source>The largest score so far.</source>
        <translation>到目前为止最大的分数。</translation>
    </message>
    <message>
        <source>What was added up so far is worth this much under the new maximum.</source>
        <translation>按旧的最大值累加的数，换成新的最大值后要乘以它。</translation>
    </message>
    <message>
        <source>The sum of exponentials so far.</source>
        <translation>到目前为止指数之和。</translation>
    </message>
    <message>
        <source>The sum of values so far; after the last tile it is divided by l.</source>
        <translation>到目前为止值的加权和；最后一块之后除以 l。</translation>
    </message>
</context>
<context>
    <name>AxisMeaning</name>
    <message>
        <source>batch</source>
        <translation>批</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>patch row</source>
        <translation>图块行</translation>
    </message>
    <message>
        <source>patch column</source>
        <translation>图块列</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>edge</source>
        <translation>边</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>index</source>
        <translation>序号</translation>
    </message>
</context>
<context>
    <name>Backend</name>
    <message>
        <source>the device is lost</source>
        <translation>设备已丢失</translation>
    </message>
    <message>
        <source>the memory of this machine is used up</source>
        <translation>本机内存已用尽</translation>
    </message>
    <message>
        <source>%1 was left for %2: %3</source>
        <translation>已从 %1 改用 %2：%3</translation>
    </message>
    <message>
        <source>remembered for this program: the CPU took %1 ms, %2 %3 ms</source>
        <translation>沿用本程序的测量结果：CPU 用时 %1 毫秒，%2 用时 %3 毫秒</translation>
    </message>
    <message>
        <source>measured for this program: the CPU took %1 ms, %2 %3 ms, which runs it from now on</source>
        <translation>已为本程序测量：CPU 用时 %1 毫秒，%2 用时 %3 毫秒，此后由它运行</translation>
    </message>
    <message>
        <source>measured for this program: the CPU took %1 ms, %2 %3 ms</source>
        <translation>已为本程序测量：CPU 用时 %1 毫秒，%2 用时 %3 毫秒</translation>
    </message>
    <message>
        <source>float64 is computed on the CPU</source>
        <translation>float64 在 CPU 上计算</translation>
    </message>
    <message>
        <source>the CPU takes %1 ms, and a graphics card is tried from %2 ms on</source>
        <translation>CPU 用时 %1 毫秒；达到 %2 毫秒才会尝试显卡</translation>
    </message>
    <message>
        <source>%1 is lost</source>
        <translation>%1 已丢失</translation>
    </message>
    <message>
        <source>%1 cannot run this program: %2</source>
        <translation>%1 不能运行本程序：%2</translation>
    </message>
</context>
<context>
    <name>Backends</name>
    <message>
        <source>Where it is faster</source>
        <translation>哪个更快用哪个</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
</context>
<context>
    <name>Block</name>
    <message>
        <source>the input &quot;%1&quot; is %2; it needs at least %3 dimensions, the last two items x channels</source>
        <translation>输入“%1”的形状是 %2；它至少需要 %3 维，最后两维为项 × 通道</translation>
    </message>
    <message>
        <source>there is no block type &quot;%1&quot;</source>
        <translation>没有名为“%1”的块类型</translation>
    </message>
</context>
<context>
    <name>CausalMask</name>
    <message>
        <source>Causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>A query may attend to a key only if the key does not come after it.</source>
        <translation>只有当键不在查询之后时，查询才可以关注它。</translation>
    </message>
    <message>
        <source>An item may look at itself and at what came before.</source>
        <translation>每一项可以看自己和之前的项。</translation>
    </message>
    <message>
        <source>Whoever predicts the next word must not see it.</source>
        <translation>要预测下一个词，就不能先看到它。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
</context>
<context>
    <name>Classifier</name>
    <message>
        <source>there are %1 names for %2 classes; the rest has numbers</source>
        <translation>有 %1 个名称，对应 %2 个类别；其余类别用编号表示</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>One number for each class.</source>
        <translation>每个类别一个数。</translation>
    </message>
    <message>
        <source>Probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Softmax makes shares of the logits that add up to 1.</source>
        <translation>softmax 把 logits 变成总和为 1 的份额。</translation>
    </message>
    <message>
        <source>Classifier</source>
        <translation>分类器</translation>
    </message>
    <message>
        <source>Turns a row into probabilities of classes.</source>
        <translation>把一行数变成各类别的概率。</translation>
    </message>
    <message>
        <source>A linear map gives a number for each class (the logits); softmax turns them into probabilities.</source>
        <translation>线性映射为每个类别给出一个数（logits），softmax 再把它们变成概率。</translation>
    </message>
    <message>
        <source>It is the head of most models that decide something.</source>
        <translation>大多数做判断的模型都以它作为输出部分。</translation>
    </message>
    <message>
        <source>Probabilities of an untrained model mean nothing.</source>
        <translation>未经训练的模型给出的概率没有意义。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>How many classes there are.</source>
        <translation>一共有多少个类别。</translation>
    </message>
    <message>
        <source>Names of the classes</source>
        <translation>类别名称</translation>
    </message>
    <message>
        <source>Separated by commas; empty for numbers.</source>
        <translation>以逗号分隔；留空则用编号。</translation>
    </message>
</context>
<context>
    <name>CombineMasks</name>
    <message>
        <source>Both masks</source>
        <translation>两个掩码</translation>
    </message>
    <message>
        <source>A pair is allowed if both masks allow it.</source>
        <translation>两个掩码都允许时，才允许这一对。</translation>
    </message>
    <message>
        <source>Allows a pair only if both masks allow it.</source>
        <translation>只有两个掩码都允许，才允许这一对。</translation>
    </message>
    <message>
        <source>The two masks are joined by AND.</source>
        <translation>两个掩码以“与”（AND）合并。</translation>
    </message>
    <message>
        <source>A causal mask and hidden words, for instance, belong together.</source>
        <translation>例如，因果掩码和隐藏词的掩码应当合用。</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二个</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Forget these files</source>
        <translation>清除这些文件记录</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
    <message>
        <source>Heat map...</source>
        <translation>热力图...</translation>
    </message>
    <message>
        <source>Token lines...</source>
        <translation>词元连线...</translation>
    </message>
    <message>
        <source>One row as bars...</source>
        <translation>单行条形图...</translation>
    </message>
    <message>
        <source>Picture with weights...</source>
        <translation>叠加权重的图像...</translation>
    </message>
    <message>
        <source>All steps, one page each...</source>
        <translation>全部步骤，每步一页...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Copy the number in full</source>
        <translation>复制完整的数</translation>
    </message>
    <message>
        <source>Copy the view as a picture</source>
        <translation>把视图复制为图像</translation>
    </message>
    <message>
        <source>Paste as the input</source>
        <translation>粘贴为输入</translation>
    </message>
    <message>
        <source>Find a step</source>
        <translation>查找步骤</translation>
    </message>
    <message>
        <source>Go to a cell...</source>
        <translation>转到单元格...</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation>设置...</translation>
    </message>
    <message>
        <source>Step workspace</source>
        <translation>步进工作区</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>As at the first start</source>
        <translation>恢复初次启动时的布局</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>下一个面板</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>上一个面板</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>切换浅色与深色</translation>
    </message>
    <message>
        <source>Lecture size</source>
        <translation>讲课模式</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>原始大小</translation>
    </message>
    <message>
        <source>No mask</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>Window mask</source>
        <translation>窗口掩码</translation>
    </message>
    <message>
        <source>Hide this key from all queries</source>
        <translation>对所有查询隐藏这个键</translation>
    </message>
    <message>
        <source>Hide this key from this query only</source>
        <translation>只对这个查询隐藏这个键</translation>
    </message>
    <message>
        <source>Remove the word of this key from the input</source>
        <translation>从输入中删去这个键的词</translation>
    </message>
    <message>
        <source>Release the replaced numbers</source>
        <translation>恢复被改写的数</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>Half speed</source>
        <translation>半速</translation>
    </message>
    <message>
        <source>Normal speed</source>
        <translation>正常速度</translation>
    </message>
    <message>
        <source>Double speed</source>
        <translation>两倍速</translation>
    </message>
    <message>
        <source>Four times the speed</source>
        <translation>四倍速</translation>
    </message>
    <message>
        <source>Run to the first NaN or infinity</source>
        <translation>运行到第一个 NaN 或无穷大</translation>
    </message>
    <message>
        <source>Run to the first fully masked row</source>
        <translation>运行到第一个全部被掩码的行</translation>
    </message>
    <message>
        <source>Run to a step...</source>
        <translation>运行到某一步...</translation>
    </message>
    <message>
        <source>Show what follows</source>
        <translation>显示后续步骤</translation>
    </message>
    <message>
        <source>Lock the strongest key of this row</source>
        <translation>锁定本行最强的键</translation>
    </message>
    <message>
        <source>Back on the trail</source>
        <translation>沿来路返回</translation>
    </message>
    <message>
        <source>Backward from this cell</source>
        <translation>从这个单元格反向</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>回到前向</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>上一个头</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>下一个头</translation>
    </message>
    <message>
        <source>Head 0</source>
        <translation>头 0</translation>
    </message>
    <message>
        <source>Head 1</source>
        <translation>头 1</translation>
    </message>
    <message>
        <source>Head 2</source>
        <translation>头 2</translation>
    </message>
    <message>
        <source>Head 3</source>
        <translation>头 3</translation>
    </message>
    <message>
        <source>Head 4</source>
        <translation>头 4</translation>
    </message>
    <message>
        <source>Head 5</source>
        <translation>头 5</translation>
    </message>
    <message>
        <source>Head 6</source>
        <translation>头 6</translation>
    </message>
    <message>
        <source>Head 7</source>
        <translation>头 7</translation>
    </message>
    <message>
        <source>Head 8</source>
        <translation>头 8</translation>
    </message>
    <message>
        <source>Stop, or release what is locked</source>
        <translation>停止，或解除锁定</translation>
    </message>
    <message>
        <source>Show the three hints again</source>
        <translation>重新显示三条提示</translation>
    </message>
    <message>
        <source>About Heed</source>
        <translation>关于 Heed</translation>
    </message>
    <message>
        <source>Copy the list of terms</source>
        <translation>复制各项的列表</translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation>输入一个句子</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Token lines</source>
        <translation>词元连线</translation>
    </message>
    <message>
        <source>Show the matrix as a table</source>
        <translation>以表格显示矩阵</translation>
    </message>
    <message>
        <source>Set the features of this row&apos;s word</source>
        <translation>设置本行词语的特征</translation>
    </message>
    <message>
        <source>Another seed...</source>
        <translation>另一个种子...</translation>
    </message>
    <message>
        <source>Hold the seed with the document</source>
        <translation>随文档锁定种子</translation>
    </message>
    <message>
        <source>Attention tile by tile, as the kernel does it</source>
        <translation>像内核那样逐块计算注意力</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>上一层</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>下一层</translation>
    </message>
    <message>
        <source>Stage...</source>
        <translation>主视图...</translation>
    </message>
    <message>
        <source>What if this word were not there? Lift it out</source>
        <translation>如果没有这个词？把它提出</translation>
    </message>
    <message>
        <source>Guess: lay a chip on this key</source>
        <translation>猜一猜：在这个键上放一枚筹码</translation>
    </message>
    <message>
        <source>Guess: take a chip back</source>
        <translation>猜一猜：取回一枚筹码</translation>
    </message>
    <message>
        <source>What is this? Explain it</source>
        <translation>这是什么？解释一下</translation>
    </message>
    <message>
        <source>How to, and the keys</source>
        <translation>用法与快捷键</translation>
    </message>
</context>
<context>
    <name>Cosine</name>
    <message>
        <source>The root of the sum of squares, at least 1e-12.</source>
        <translation>平方和的平方根，至少为 1e-12。</translation>
    </message>
    <message>
        <source>Divided by its length, only the direction of a vector counts.</source>
        <translation>除以长度之后，只有向量的方向起作用。</translation>
    </message>
    <message>
        <source>Scale of the cosines</source>
        <translation>余弦的比例</translation>
    </message>
    <message>
        <source>Times a learned scale</source>
        <translation>乘以学得的比例</translation>
    </message>
    <message>
        <source>Cosines lie between -1 and 1; a scale lets softmax choose more sharply.</source>
        <translation>余弦在 −1 与 1 之间；乘以一个比例，softmax 才能选得更鲜明。</translation>
    </message>
    <message>
        <source>Lengths of the queries</source>
        <translation>查询的长度</translation>
    </message>
    <message>
        <source>Queries of length 1</source>
        <translation>长度为 1 的查询</translation>
    </message>
    <message>
        <source>Lengths of the keys</source>
        <translation>键的长度</translation>
    </message>
    <message>
        <source>Keys of length 1</source>
        <translation>长度为 1 的键</translation>
    </message>
    <message>
        <source>Cosines</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>How well do the directions match? 1 is the same direction, -1 the opposite one.</source>
        <translation>方向有多吻合？1 表示同向，−1 表示反向。</translation>
    </message>
    <message>
        <source>Cosine attention</source>
        <translation>余弦注意力</translation>
    </message>
    <message>
        <source>Compares the directions of queries and keys and mixes the values by softmax weights.</source>
        <translation>比较查询与键的方向，并按 softmax 权重混合各个值。</translation>
    </message>
    <message>
        <source>Queries and keys are divided by their lengths, so that a score is the cosine of the angle between them. Softmax turns each row of scores into weights, and the output of a query is the mean of the values under its weights.</source>
        <translation>查询和键都除以自己的长度，分数就是它们夹角的余弦。softmax 把每行分数变成权重，查询的输出是按这些权重取的值的加权平均。</translation>
    </message>
    <message>
        <source>A long vector does not win by its length alone, and scores stay between -1 and 1.</source>
        <translation>长向量不会仅凭长度取胜，分数始终在 −1 与 1 之间。</translation>
    </message>
    <message>
        <source>Without a scale the weights stay nearly even, since cosines differ by 2 at most. A zero vector has no direction: its cosines are 0, and its gradient is huge.</source>
        <translation>没有比例时权重几乎均匀，因为余弦至多相差 2。零向量没有方向：它的余弦为 0，梯度却极大。</translation>
    </message>
    <message>
        <source>Learned scale</source>
        <translation>学得的比例</translation>
    </message>
    <message>
        <source>Whether the cosines are multiplied by a number that is learned, one for each head.</source>
        <translation>余弦是否乘以一个学得的数，每个头一个。</translation>
    </message>
</context>
<context>
    <name>Csv</name>
    <message>
        <source>%1: the cell in row %2, column %3 is empty; a number was expected.</source>
        <translation>%1：第 %2 行第 %3 列的单元格为空；这里应为一个数。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; in row %3, column %4 has a decimal comma; numbers have a point.</source>
        <translation>%1：第 %3 行第 %4 列的“%2”用了逗号作小数点；数应使用句点。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; in row %3, column %4 is not a number.</source>
        <translation>%1：第 %3 行第 %4 列的“%2”不是数。</translation>
    </message>
    <message>
        <source>%1 has %2 numbers in row %3 and %4 in row %5; every row needs the same count.</source>
        <translation>%1 的第 %3 行有 %2 个数，第 %5 行有 %4 个；各行的个数必须相同。</translation>
    </message>
    <message>
        <source>%1 has more than %2 numbers.</source>
        <translation>%1 中的数超过 %2 个。</translation>
    </message>
    <message>
        <source>%1 holds no numbers.</source>
        <translation>%1 中没有数。</translation>
    </message>
    <message>
        <source>%1 has %2 names in its first row and %3 numbers in row %4; every row needs the same count.</source>
        <translation>%1 的第一行有 %2 个名称，第 %4 行有 %3 个数；各行的个数必须相同。</translation>
    </message>
    <message>
        <source>%1 is not valid UTF-8 at byte %2.</source>
        <translation>%1 在第 %2 字节处不是有效的 UTF-8。</translation>
    </message>
    <message>
        <source>%1 has more than %2 cells in row %3.</source>
        <translation>%1 的第 %3 行超过 %2 个单元格。</translation>
    </message>
    <message>
        <source>%1: a quoted cell that begins in row %2 has no end.</source>
        <translation>%1：从第 %2 行开始的带引号单元格没有结束。</translation>
    </message>
    <message>
        <source>%1: text follows a quoted cell in row %2.</source>
        <translation>%1：第 %2 行的带引号单元格之后还有文字。</translation>
    </message>
    <message>
        <source>%1 has %2 cells in row %3; an edge has a source, a target and at most a weight.</source>
        <translation>%1 的第 %3 行有 %2 个单元格；一条边只有起点、终点，至多再加一个权重。</translation>
    </message>
    <message>
        <source>%1 has %2 cells in its first edge and %3 in row %4; every row needs the same count.</source>
        <translation>%1 的第一条边有 %2 个单元格，第 %4 行有 %3 个；各行的个数必须相同。</translation>
    </message>
    <message>
        <source>%1 has more than %2 edges.</source>
        <translation>%1 中的边超过 %2 条。</translation>
    </message>
    <message>
        <source>%1 holds no edges.</source>
        <translation>%1 中没有边。</translation>
    </message>
    <message>
        <source>%1: the cell in row %2, column %3 is empty; a node was expected.</source>
        <translation>%1：第 %2 行第 %3 列的单元格为空；这里应为一个节点。</translation>
    </message>
    <message>
        <source>%1: the weight in row %2 is not a number.</source>
        <translation>%1：第 %2 行的权重不是数。</translation>
    </message>
</context>
<context>
    <name>Document</name>
    <message>
        <source>%1 is a safetensors file, but no document of Heed: its metadata has no &quot;heed&quot;</source>
        <translation>%1 是 safetensors 文件，但不是 Heed 文档：它的元数据中没有“heed”</translation>
    </message>
    <message>
        <source>the arrays are not nested equally deep</source>
        <translation>数组的嵌套深度不一致</translation>
    </message>
    <message>
        <source>has %1 entries; the one before has %2</source>
        <translation>有 %1 项；前一个有 %2 项</translation>
    </message>
    <message>
        <source>has %1 names for %2 %3</source>
        <translation>有 %1 个名称，而应对应 %2 个%3</translation>
    </message>
    <message>
        <source>is %1; a picture is height x width x 3</source>
        <translation>形状为 %1；图片应为 高 x 宽 x 3</translation>
    </message>
    <message>
        <source>is %1; edges are a list of pairs</source>
        <translation>形状为 %1；边应为成对的列表</translation>
    </message>
    <message>
        <source>edge %1 names node %2; there are nodes 0 to %3</source>
        <translation>第 %1 条边指向节点 %2；节点为 0 到 %3</translation>
    </message>
    <message>
        <source>is %1; %2 nodes need as many rows</source>
        <translation>形状为 %1；%2 个节点需要同样多的行</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no kind of input; it must be text, image, graph or matrix</source>
        <translation>“%1”不是输入的种类；应为 text、image、graph 或 matrix</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no origin; it must be seeded, hand-set, loaded or trained</source>
        <translation>“%1”不是权重的来源；应为 seeded、hand-set、loaded 或 trained</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number; beside numbers there are &quot;NaN&quot;, &quot;Infinity&quot; and &quot;-Infinity&quot;</source>
        <translation>“%1”不是数；除数之外可用“NaN”、“Infinity”和“-Infinity”</translation>
    </message>
    <message>
        <source>a seed is a whole number from 0 to 2^64 - 1</source>
        <translation>种子应为 0 到 2^64 - 1 的整数</translation>
    </message>
    <message>
        <source>expected &quot;%1&quot;, found &quot;%2&quot;</source>
        <translation>应为“%1”，实际为“%2”</translation>
    </message>
    <message>
        <source>is %1; this version of Heed reads 1 to %2</source>
        <translation>版本为 %1；此版本的 Heed 可读取 1 到 %2</translation>
    </message>
    <message>
        <source>there is no block &quot;%1&quot;</source>
        <translation>没有名为“%1”的模块</translation>
    </message>
    <message>
        <source>%1 has no parameter &quot;%2&quot;</source>
        <translation>%1 没有参数“%2”</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is used twice</source>
        <translation>名称“%1”用了两次</translation>
    </message>
    <message>
        <source>a block needs a name</source>
        <translation>模块需要名称</translation>
    </message>
    <message>
        <source>expected &quot;block.port&quot;, found &quot;%1&quot;</source>
        <translation>应为“模块.端口”，实际为“%1”</translation>
    </message>
</context>
<context>
    <name>DotProduct</name>
    <message>
        <source>Divisor</source>
        <translation>除数</translation>
    </message>
    <message>
        <source>What the scores are divided by; 0 takes the square root of the width.</source>
        <translation>分数除以这个数；0 表示取宽度的平方根。</translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>How well does each query match each key? Multiply channel by channel and add.</source>
        <translation>每个查询与每个键有多吻合？逐通道相乘，再相加。</translation>
    </message>
    <message>
        <source>Divide by √%1</source>
        <translation>除以 √%1</translation>
    </message>
    <message>
        <source>Divide by %1</source>
        <translation>除以 %1</translation>
    </message>
    <message>
        <source>Long vectors give large dot products; dividing keeps softmax from choosing only one key.</source>
        <translation>长向量的点积很大；除以它，softmax 才不会只选一个键。</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message>
        <source>the step &quot;%1&quot; belongs to no block of the model</source>
        <translation>步骤“%1”不属于模型的任何块</translation>
    </message>
    <message>
        <source>step &quot;%1&quot; has no rows of queries and columns of keys</source>
        <translation>步骤“%1”没有查询行和键列</translation>
    </message>
    <message>
        <source>change a weight</source>
        <translation>修改权重</translation>
    </message>
    <message>
        <source>replace a number</source>
        <translation>改写一个数</translation>
    </message>
    <message>
        <source>the mask &quot;%1&quot; is %2; one of two dimensions can be painted</source>
        <translation>掩码“%1”的形状是 %2；只有二维的掩码可以涂改</translation>
    </message>
    <message>
        <source>paint the mask</source>
        <translation>涂改掩码</translation>
    </message>
    <message>
        <source>change the text</source>
        <translation>修改文本</translation>
    </message>
    <message>
        <source>release a number</source>
        <translation>恢复一个数</translation>
    </message>
    <message>
        <source>release all replaced numbers</source>
        <translation>恢复所有改写的数</translation>
    </message>
    <message>
        <source>hide a key</source>
        <translation>隐藏一个键</translation>
    </message>
    <message>
        <source>show a key</source>
        <translation>显示一个键</translation>
    </message>
    <message>
        <source>hide a key from one query</source>
        <translation>对一个查询隐藏一个键</translation>
    </message>
    <message>
        <source>show a key to one query</source>
        <translation>对一个查询显示一个键</translation>
    </message>
    <message>
        <source>the model has no text to take a word out of</source>
        <translation>模型没有可以删词的文本</translation>
    </message>
    <message>
        <source>the token &quot;%1&quot; is not a piece of the text that can be cut out</source>
        <translation>词元“%1”不是文本中可以单独删去的部分</translation>
    </message>
    <message>
        <source>remove a word</source>
        <translation>删去一个词</translation>
    </message>
    <message>
        <source>change the mask</source>
        <translation>改变掩码</translation>
    </message>
    <message>
        <source>change the seed</source>
        <translation>改变种子</translation>
    </message>
    <message>
        <source>change the divisor</source>
        <translation>改变除数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; divides its scores by nothing that can be set</source>
        <translation>“%1”没有可以设置的分数除数</translation>
    </message>
    <message>
        <source>change the window</source>
        <translation>改变窗口</translation>
    </message>
    <message>
        <source>draw again</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>hold the seed</source>
        <translation>锁定种子</translation>
    </message>
    <message>
        <source>let the seed go</source>
        <translation>放开种子</translation>
    </message>
    <message>
        <source>the model looks up no features of words</source>
        <translation>模型不查词语的特征</translation>
    </message>
    <message>
        <source>the text has no word %1</source>
        <translation>文本没有第 %1 个词</translation>
    </message>
    <message>
        <source>set the features of a word</source>
        <translation>设置词语的特征</translation>
    </message>
    <message>
        <source>forget the features of a word</source>
        <translation>忘记词语的特征</translation>
    </message>
</context>
<context>
    <name>Elements</name>
    <message>
        <source>%1 holds the number %2, which does not fit in 32 bits.</source>
        <translation>%1 含有数 %2，超出了 32 位的范围。</translation>
    </message>
    <message>
        <source>%1 has %2 dimensions; at most %3 are read.</source>
        <translation>%1 有 %2 维；至多读取 %3 维。</translation>
    </message>
    <message>
        <source>%1 declares more than %2 elements.</source>
        <translation>%1 声明的元素超过 %2 个。</translation>
    </message>
</context>
<context>
    <name>Embedding</name>
    <message>
        <source>Embedding table</source>
        <translation>嵌入表</translation>
    </message>
    <message>
        <source>Tokens to X</source>
        <translation>词元到 X</translation>
    </message>
    <message>
        <source>Each token takes its row of the embedding.</source>
        <translation>每个词元取嵌入表中自己的一行。</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Each token as a row of numbers.</source>
        <translation>把每个词元变成一行数。</translation>
    </message>
    <message>
        <source>A token takes its row of the matrix E. Seeded rows are drawn from the token&apos;s own text, so that a word has the same row in every sentence; trainable rows are weights.</source>
        <translation>每个词元取矩阵 E 的一行。种子行由词元自身的文字抽取，所以同一个词在任何句子里都是同一行；可训练行则是权重。</translation>
    </message>
    <message>
        <source>Numbers that can be learned take the place of features set by hand.</source>
        <translation>用可以学习的数代替手工设定的特征。</translation>
    </message>
    <message>
        <source>Fresh rows mean nothing yet: similar words are not alike before training.</source>
        <translation>新抽取的行还没有含义：训练之前，相近的词并不相似。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Embedded tokens</source>
        <translation>嵌入后的词元</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Numbers for each token.</source>
        <translation>每个词元用多少个数表示。</translation>
    </message>
    <message>
        <source>Rows are</source>
        <translation>行的来源</translation>
    </message>
    <message>
        <source>Seeded</source>
        <translation>由种子抽取</translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation>可训练</translation>
    </message>
    <message>
        <source>Seeded rows belong to a word&apos;s text; trainable rows are weights.</source>
        <translation>种子行取决于词的文字；可训练行是权重。</translation>
    </message>
</context>
<context>
    <name>EncoderBlock</name>
    <message>
        <source>The input goes on beside what was found, so that it is changed and not replaced.</source>
        <translation>输入与找到的内容并行向前，因此只是被改变，而不是被取代。</translation>
    </message>
    <message>
        <source>Multi-head attention</source>
        <translation>多头注意力</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Norm of the attention</source>
        <translation>注意力的层归一化</translation>
    </message>
    <message>
        <source>Norm of the feed-forward part</source>
        <translation>前馈部分的层归一化</translation>
    </message>
    <message>
        <source>Add what attention found</source>
        <translation>加上注意力找到的内容</translation>
    </message>
    <message>
        <source>Add what the feed-forward part found</source>
        <translation>加上前馈部分找到的内容</translation>
    </message>
    <message>
        <source>Encoder block</source>
        <translation>编码器块</translation>
    </message>
    <message>
        <source>Multi-head attention lets every item gather from all others; what it found is added to the item. A feed-forward part works on each item by itself, and its result is added too. Layer norm stands behind each sum (post-norm) or before each part (pre-norm).</source>
        <translation>多头注意力让每一项从所有其他项收集信息，找到的内容加到该项上。前馈部分对每一项单独处理，结果也加上去。层归一化放在每个和之后（post-norm），或放在每个部分之前（pre-norm）。</translation>
    </message>
    <message>
        <source>Stacked, these layers are the encoder of the Transformer, BERT and the vision Transformer.</source>
        <translation>把这样的层叠起来，就是 Transformer、BERT 和视觉 Transformer 的编码器。</translation>
    </message>
    <message>
        <source>Because of the residual path an item&apos;s output is mostly itself; the attention weights of one layer do not say what the output was made of.</source>
        <translation>由于残差通路，每一项的输出主要还是它自己；单独一层的注意力权重并不能说明输出由什么构成。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Weights of each head</source>
        <translation>各头的权重</translation>
    </message>
    <message>
        <source>Place of the norms</source>
        <translation>层归一化的位置</translation>
    </message>
    <message>
        <source>After each sum</source>
        <translation>在每个和之后</translation>
    </message>
    <message>
        <source>Before each part</source>
        <translation>在每个部分之前</translation>
    </message>
    <message>
        <source>The first Transformer normalised after each sum; most later ones before each part.</source>
        <translation>最早的 Transformer 在每个和之后归一化；后来的大多在每个部分之前。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>How many heads attend side by side; they share the channels of the input evenly.</source>
        <translation>有多少个头并行关注；它们平分输入的通道。</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>机制</translation>
    </message>
    <message>
        <source>How each head compares queries with keys and weighs the values.</source>
        <translation>每个头怎样比较查询与键，并给值加权。</translation>
    </message>
    <message>
        <source>Names of the channels</source>
        <translation>通道名称</translation>
    </message>
    <message>
        <source>What the channels of a head are called, with commas between; only for show.</source>
        <translation>一个头的各通道叫什么，以逗号分隔；只用于显示。</translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation>隐藏宽度</translation>
    </message>
    <message>
        <source>Channels inside the feed-forward part; 0 takes four times the input&apos;s.</source>
        <translation>前馈部分内部的通道数；0 表示取输入的四倍。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>GELU (erf)</source>
        <translation>GELU (erf)</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU (tanh)</translation>
    </message>
    <message>
        <source>The bend inside the feed-forward part.</source>
        <translation>前馈部分中的非线性。</translation>
    </message>
    <message>
        <source>Epsilon of the norms</source>
        <translation>层归一化的 epsilon</translation>
    </message>
    <message>
        <source>Added to the variance before the root is taken.</source>
        <translation>开方之前加到方差上的数。</translation>
    </message>
    <message>
        <source>A layer of the Transformer&apos;s encoder: attention, then a feed-forward part, each with a residual path.</source>
        <translation>Transformer 编码器的一层：先注意力，后前馈部分，各有一条残差通路。</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>A figure is %1 to %2 mm; %3 mm were asked for as its %4.</source>
        <translation>图的尺寸为 %1 到 %2 mm；所给的 %4 是 %3 mm。</translation>
    </message>
    <message>
        <source>A picture has 36 to 2400 dots per inch; %1 were asked for.</source>
        <translation>图像的分辨率为每英寸 36 到 2400 点；所给的是 %1。</translation>
    </message>
    <message>
        <source>The picture would have %1 x %2 pixels; %3 are the most.</source>
        <translation>图像将有 %1 × %2 像素；至多 %3 像素。</translation>
    </message>
    <message>
        <source>A figure cannot be written as &quot;.%1&quot;; its file ends with .png, .svg, .pdf, .csv or .npy.</source>
        <translation>图不能写成“.%1”；文件名应以 .png、.svg、.pdf、.csv 或 .npy 结尾。</translation>
    </message>
    <message>
        <source>A CSV file holds rows and columns; the tensor is %1.</source>
        <translation>CSV 文件只有行和列；张量的形状是 %1。</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>An NPY file holds one tensor and this figure has %1. A CSV file holds them all, and the heat map is a figure of one alone.</source>
        <translation>NPY 文件只能存一个张量，而此图有 %1 个。CSV 文件可以全部存下；也可以改用热力图，它只有一个张量。</translation>
    </message>
</context>
<context>
    <name>Feature</name>
    <message>
        <source>thing</source>
        <translation>事物</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>生命</translation>
    </message>
    <message>
        <source>place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>refers</source>
        <translation>指代</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>glue</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>negation</source>
        <translation>否定</translation>
    </message>
    <message>
        <source>doing</source>
        <translation>行为</translation>
    </message>
    <message>
        <source>how</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>red - green</source>
        <translation>红减绿</translation>
    </message>
    <message>
        <source>yellow - blue</source>
        <translation>黄减蓝</translation>
    </message>
    <message>
        <source>brightness</source>
        <translation>亮度</translation>
    </message>
    <message>
        <source>contrast</source>
        <translation>对比度</translation>
    </message>
    <message>
        <source>slope across</source>
        <translation>横向坡度</translation>
    </message>
    <message>
        <source>slope down</source>
        <translation>纵向坡度</translation>
    </message>
    <message>
        <source>slope falling</source>
        <translation>下斜坡度</translation>
    </message>
    <message>
        <source>slope rising</source>
        <translation>上斜坡度</translation>
    </message>
    <message>
        <source>row cosine</source>
        <translation>行余弦</translation>
    </message>
    <message>
        <source>row sine</source>
        <translation>行正弦</translation>
    </message>
    <message>
        <source>column cosine</source>
        <translation>列余弦</translation>
    </message>
    <message>
        <source>column sine</source>
        <translation>列正弦</translation>
    </message>
</context>
<context>
    <name>FeatureTable</name>
    <message>
        <source>1 word is not in the table and has seeded features: %1</source>
        <translation>有 1 个词不在表中，使用由种子抽取的特征：%1</translation>
    </message>
    <message>
        <source>%1 words are not in the table and have seeded features: %2</source>
        <translation>有 %1 个词不在表中，使用由种子抽取的特征：%2</translation>
    </message>
    <message>
        <source>Tokens to X</source>
        <translation>词元到 X</translation>
    </message>
    <message>
        <source>Each word becomes its row of features: set by hand, or drawn from the seed where the table lacks the word.</source>
        <translation>每个词变成一行特征：手工设定；表中没有这个词时由种子抽取。</translation>
    </message>
    <message>
        <source>Word features</source>
        <translation>词特征</translation>
    </message>
    <message>
        <source>Each word as a row of eight named features that were set by hand.</source>
        <translation>把每个词变成一行，含八个手工设定的具名特征。</translation>
    </message>
    <message>
        <source>A word is looked up in a table of common English or Chinese words: how much it is a thing, alive, a place, an action, refers to something, is a state, is glue between words, negates. A word that is not in the table gets seeded numbers of its own and is marked.</source>
        <translation>在常用英文词或中文词的表中查词：它在多大程度上是事物、有生命、地点、动作，是否指代他物，是否表示状态，是否为连接词，是否表示否定。表中没有的词得到由种子抽取的数，并加以标记。</translation>
    </message>
    <message>
        <source>With features that have names, every product of the computation can be read in words.</source>
        <translation>特征有了名称，计算中的每个乘积都能用语言读出来。</translation>
    </message>
    <message>
        <source>The features are set by hand, not learned, and know nothing of the context.</source>
        <translation>这些特征是手工设定的，不是学来的，也不了解上下文。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Add the word class</source>
        <translation>加上词类</translation>
    </message>
    <message>
        <source>Adds a column for each word class: 1 where the word is of that class.</source>
        <translation>为每个词类增加一列：词属于该类时为 1。</translation>
    </message>
    <message>
        <source>%1, line %2: &quot;%3&quot; is not a number.</source>
        <translation>%1 第 %2 行：“%3”不是数。</translation>
    </message>
    <message>
        <source>%1 is empty; a line of feature names was expected.</source>
        <translation>%1 是空的；这里应有一行特征名称。</translation>
    </message>
    <message>
        <source>%1: the first line is not &quot;word&quot;, 1 to %2 feature names and &quot;class&quot;.</source>
        <translation>%1：第一行不是“word”、1 到 %2 个特征名称和“class”。</translation>
    </message>
    <message>
        <source>%1: a feature name is missing or there twice.</source>
        <translation>%1：有一个特征名称缺失或重复。</translation>
    </message>
    <message>
        <source>%1 has %2 cells in line %3; its first line has %4.</source>
        <translation>%1 的第 %3 行有 %2 个单元格，第一行有 %4 个。</translation>
    </message>
    <message>
        <source>%1, line %2: the word is missing.</source>
        <translation>%1 第 %2 行：缺少词。</translation>
    </message>
    <message>
        <source>%1, line %2: the word &quot;%3&quot; is there twice.</source>
        <translation>%1 第 %2 行：词“%3”重复出现。</translation>
    </message>
    <message>
        <source>Which table words are looked up in; auto takes the Chinese one if there is a Chinese character.</source>
        <translation>在哪个表中查词；自动时，文本中有汉字就取中文表。</translation>
    </message>
    <message>
        <source>Words of this document</source>
        <translation>本文档的词语</translation>
    </message>
    <message>
        <source>Features set by hand, a line for each word: the word and its numbers, with commas between them.</source>
        <translation>手动设置的特征，每个词一行：词语及其数值，以逗号分隔。</translation>
    </message>
    <message>
        <source>the table of hand-set features for Chinese is missing</source>
        <translation>缺少中文的手工特征表</translation>
    </message>
    <message>
        <source>the table of hand-set features for English is missing</source>
        <translation>缺少英文的手工特征表</translation>
    </message>
</context>
<context>
    <name>FeedForward</name>
    <message>
        <source>First map</source>
        <translation>第一个映射</translation>
    </message>
    <message>
        <source>Every item is widened.</source>
        <translation>每一项都被加宽。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Second map</source>
        <translation>第二个映射</translation>
    </message>
    <message>
        <source>Back to the width of the input.</source>
        <translation>回到输入的宽度。</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Two linear maps with a bend between them, for every item by itself.</source>
        <translation>两个线性映射，中间夹一个非线性，对每一项单独进行。</translation>
    </message>
    <message>
        <source>The first map widens the channels, an activation bends them, the second brings them back.</source>
        <translation>第一个映射加宽通道，激活函数使其弯曲，第二个映射再变回原来的宽度。</translation>
    </message>
    <message>
        <source>Attention moves numbers between items; the feed-forward part works on what each item gathered.</source>
        <translation>注意力在各项之间传递数；前馈部分处理每一项收集到的内容。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation>隐藏宽度</translation>
    </message>
    <message>
        <source>Channels between the two maps; 0 takes four times the input&apos;s.</source>
        <translation>两个映射之间的通道数；0 表示取输入的四倍。</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>GELU (erf)</source>
        <translation>GELU (erf)</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU (tanh)</translation>
    </message>
    <message>
        <source>The bend between the maps.</source>
        <translation>两个映射之间的非线性。</translation>
    </message>
    <message>
        <source>Negative numbers are cut or damped: without this bend the two maps would be one.</source>
        <translation>负数被截去或减弱：没有这个非线性，两个映射就等于一个。</translation>
    </message>
</context>
<context>
    <name>File</name>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file.</source>
        <translation>%1 是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>%1 is a device, pipe or socket, not a regular file.</source>
        <translation>%1 是设备、管道或套接字，不是普通文件。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; at most %3 are read.</source>
        <translation>%1 有 %2 字节；至多读取 %3 字节。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; %3 bytes from position %4 were expected.</source>
        <translation>%1 有 %2 字节；从位置 %4 起应有 %3 字节。</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read.</source>
        <translation>%1 在读取过程中变短了。</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>%1 无法打开：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 无法读取：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 无法写入：%2。</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许此操作</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有此文件或文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接的层数过多</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入输出错误</translation>
    </message>
</context>
<context>
    <name>Formula</name>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
</context>
<context>
    <name>GatLayer</name>
    <message>
        <source>the edges are %1; they must be int [edges, 2], source and target</source>
        <translation>边的形状是 %1；应为 int [边, 2]，即起点和终点</translation>
    </message>
    <message>
        <source>the graph has %1 nodes; this layer takes at most %2</source>
        <translation>图有 %1 个节点；这一层至多接受 %2 个</translation>
    </message>
    <message>
        <source>Who may attend to whom</source>
        <translation>谁可以关注谁</translation>
    </message>
    <message>
        <source>A node attends to the nodes that an edge leads to it from.</source>
        <translation>一个节点关注那些有边指向它的节点。</translation>
    </message>
    <message>
        <source>Map of the features</source>
        <translation>特征的映射</translation>
    </message>
    <message>
        <source>Mapped nodes</source>
        <translation>映射后的节点</translation>
    </message>
    <message>
        <source>Each head maps the features of every node; these are what it mixes.</source>
        <translation>每个头映射所有节点的特征；混合的就是它们。</translation>
    </message>
    <message>
        <source>What a node asks with</source>
        <translation>节点用来询问的部分</translation>
    </message>
    <message>
        <source>Share of the node that attends</source>
        <translation>关注方节点的份额</translation>
    </message>
    <message>
        <source>The first half of the vector a, times the mapped node.</source>
        <translation>向量 a 的前一半乘以映射后的节点。</translation>
    </message>
    <message>
        <source>What a node is found by</source>
        <translation>节点用来被找到的部分</translation>
    </message>
    <message>
        <source>Share of the node that is attended to</source>
        <translation>被关注方节点的份额</translation>
    </message>
    <message>
        <source>The second half of the vector a, times the mapped node.</source>
        <translation>向量 a 的后一半乘以映射后的节点。</translation>
    </message>
    <message>
        <source>Sum along each edge</source>
        <translation>沿每条边求和</translation>
    </message>
    <message>
        <source>Both ends of an edge add their shares.</source>
        <translation>边的两端各自加上自己的份额。</translation>
    </message>
    <message>
        <source>Scores of the edges</source>
        <translation>边的分数</translation>
    </message>
    <message>
        <source>LeakyReLU makes negative sums smaller.</source>
        <translation>LeakyReLU 把负的和缩小。</translation>
    </message>
    <message>
        <source>Weights of the edges</source>
        <translation>边的权重</translation>
    </message>
    <message>
        <source>Softmax over the edges that lead to the same node.</source>
        <translation>对指向同一节点的边做 softmax。</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>The weights of the edges as a matrix: row i holds what node i attends to.</source>
        <translation>把边的权重写成矩阵：第 i 行是节点 i 所关注的内容。</translation>
    </message>
    <message>
        <source>Weighted neighbours</source>
        <translation>加权的邻居</translation>
    </message>
    <message>
        <source>Each node adds its mapped neighbours, by the weights of the edges to it.</source>
        <translation>每个节点按指向它的边的权重，把映射后的邻居相加。</translation>
    </message>
    <message>
        <source>Combined heads</source>
        <translation>合并的各头</translation>
    </message>
    <message>
        <source>The heads side by side, or their mean.</source>
        <translation>各头并排拼接，或取平均。</translation>
    </message>
    <message>
        <source>New features</source>
        <translation>新特征</translation>
    </message>
    <message>
        <source>What each node took from its neighbours, after the activation.</source>
        <translation>经过激活函数之后，每个节点从邻居得到的内容。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>How many heads attend side by side.</source>
        <translation>有多少个头并行关注。</translation>
    </message>
    <message>
        <source>Width of a head</source>
        <translation>每个头的宽度</translation>
    </message>
    <message>
        <source>How many channels each head maps the features to.</source>
        <translation>每个头把特征映射到多少个通道。</translation>
    </message>
    <message>
        <source>Slope of LeakyReLU</source>
        <translation>LeakyReLU 的斜率</translation>
    </message>
    <message>
        <source>What negative sums are multiplied by; 1 leaves them as they are.</source>
        <translation>负的和乘以这个数；1 表示不变。</translation>
    </message>
    <message>
        <source>Heads are</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>Put side by side</source>
        <translation>并排拼接</translation>
    </message>
    <message>
        <source>Averaged</source>
        <translation>取平均</translation>
    </message>
    <message>
        <source>Hidden layers put the heads side by side; the last layer averages them.</source>
        <translation>隐藏层把各头并排拼接；最后一层取平均。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>ELU</source>
        <translation>ELU</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>What the combined heads go through.</source>
        <translation>合并后的各头所经过的函数。</translation>
    </message>
    <message>
        <source>Self-loops</source>
        <translation>自环</translation>
    </message>
    <message>
        <source>Whether every node attends to itself too; a node without neighbours then keeps something to attend to.</source>
        <translation>节点是否也关注自己；这样没有邻居的节点也有可关注的对象。</translation>
    </message>
    <message>
        <source>Graph attention layer</source>
        <translation>图注意力层</translation>
    </message>
    <message>
        <source>Each node mixes its neighbours by weights that the features of both decide.</source>
        <translation>每个节点按双方特征决定的权重混合它的邻居。</translation>
    </message>
    <message>
        <source>Every head maps the features of the nodes. An edge scores what its two ends add up to, through LeakyReLU; softmax over the edges that lead to a node turns the scores into weights. The node takes the weighted sum of its mapped neighbours.</source>
        <translation>每个头映射节点的特征。一条边的分数是其两端份额之和，再经过 LeakyReLU；对指向同一节点的边做 softmax，分数就变成权重。节点取映射后邻居的加权和。</translation>
    </message>
    <message>
        <source>It is attention where a graph says who may attend to whom: it works on any graph, and the weights show which neighbours count.</source>
        <translation>这是由图规定谁可以关注谁的注意力：它适用于任何图，权重显示哪些邻居重要。</translation>
    </message>
    <message>
        <source>On the same neighbours every node ranks them alike, whatever its own features are: the score is a sum, and LeakyReLU keeps its order.</source>
        <translation>对于相同的邻居，每个节点的排序都一样，与自身特征无关：分数是和，而 LeakyReLU 保持大小顺序。</translation>
    </message>
    <message>
        <source>Node features</source>
        <translation>节点特征</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Weights of each head</source>
        <translation>各头的权重</translation>
    </message>
</context>
<context>
    <name>Gradient</name>
    <message>
        <source>Gradient of: %1</source>
        <translation>梯度：%1</translation>
    </message>
    <message>
        <source>How the chosen number changes with each of these.</source>
        <translation>所选的数怎样随其中每一个数而变化。</translation>
    </message>
    <message>
        <source>a gradient starts from a real number; this value is %1</source>
        <translation>梯度必须从实数开始；这个值是 %1</translation>
    </message>
    <message>
        <source>element %1 is outside the value, which has %2 elements</source>
        <translation>元素 %1 超出范围，该值共有 %2 个元素</translation>
    </message>
</context>
<context>
    <name>GraphInput</name>
    <message>
        <source>edge %1 leads from node %2 to node %3; there are nodes 0 to %4</source>
        <translation>边 %1 从节点 %2 指向节点 %3；节点编号为 0 到 %4</translation>
    </message>
    <message>
        <source>the graph has %1 nodes without features; at most %2 get a column each</source>
        <translation>图有 %1 个没有特征的节点；至多 %2 个节点能各得一列</translation>
    </message>
    <message>
        <source>there is no graph yet; drop or open an edge list</source>
        <translation>还没有图；拖入或打开一个边列表即可</translation>
    </message>
    <message>
        <source>the graph has no nodes; it needs at least one</source>
        <translation>图没有节点；至少需要一个</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>边</translation>
    </message>
    <message>
        <source>Each row leads from a source to a target.</source>
        <translation>每一行从起点指向终点。</translation>
    </message>
    <message>
        <source>Nodes to X</source>
        <translation>节点到 X</translation>
    </message>
    <message>
        <source>Each node as a row of features.</source>
        <translation>把每个节点变成一行特征。</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Nodes with features and the edges between them.</source>
        <translation>带特征的节点，以及它们之间的边。</translation>
    </message>
    <message>
        <source>Edges come from an edge list or a GraphML file. A node without features of its own gets its degree and a column that tells it from the others.</source>
        <translation>边来自边列表或 GraphML 文件。没有特征的节点得到它的度数，以及一个把它与其他节点区分开的列。</translation>
    </message>
    <message>
        <source>A graph says which items may attend to each other.</source>
        <translation>图说明哪些项可以互相关注。</translation>
    </message>
    <message>
        <source>Node features</source>
        <translation>节点特征</translation>
    </message>
    <message>
        <source>Both ways</source>
        <translation>双向</translation>
    </message>
    <message>
        <source>As given</source>
        <translation>按文件所给</translation>
    </message>
    <message>
        <source>Whether an edge leads both ways.</source>
        <translation>边是否双向有效。</translation>
    </message>
</context>
<context>
    <name>GraphML</name>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1 第 %2 行：%3</translation>
    </message>
    <message>
        <source>it declares entities; they are not read</source>
        <translation>文件声明了实体；不读取实体</translation>
    </message>
    <message>
        <source>a node has no id</source>
        <translation>有一个节点没有 id</translation>
    </message>
    <message>
        <source>the node &quot;%1&quot; is there twice</source>
        <translation>节点“%1”出现了两次</translation>
    </message>
    <message>
        <source>%1 has more than %2 nodes</source>
        <translation>%1 的节点超过 %2 个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number, as the key &quot;%2&quot; asks for</source>
        <translation>“%1”不是数，而键“%2”要求数</translation>
    </message>
    <message>
        <source>the source of an edge, &quot;%1&quot;, is no node above it</source>
        <translation>边的起点“%1”不是在它之前出现的节点</translation>
    </message>
    <message>
        <source>the target of an edge, &quot;%1&quot;, is no node above it</source>
        <translation>边的终点“%1”不是在它之前出现的节点</translation>
    </message>
    <message>
        <source>%1 has more than %2 edges</source>
        <translation>%1 的边超过 %2 条</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>expected an element &lt;graph&gt;, found &lt;%1&gt; without one</source>
        <translation>应有元素 &lt;graph&gt;，却只有不含它的 &lt;%1&gt;</translation>
    </message>
</context>
<context>
    <name>Gru</name>
    <message>
        <source>the initial state is %1; it must have %2 units for each sequence</source>
        <translation>初始状态的形状是 %1；每个序列必须有 %2 个单元</translation>
    </message>
    <message>
        <source>Input of the reset gate</source>
        <translation>重置门的输入</translation>
    </message>
    <message>
        <source>Input of the update gate</source>
        <translation>更新门的输入</translation>
    </message>
    <message>
        <source>Input of the candidate</source>
        <translation>候选状态的输入</translation>
    </message>
    <message>
        <source>What each item says by itself, before the state has its say.</source>
        <translation>状态起作用之前，每一项自身所表达的内容。</translation>
    </message>
    <message>
        <source>Bias of the state in the candidate</source>
        <translation>候选状态中状态的偏置</translation>
    </message>
    <message>
        <source>Reset gate</source>
        <translation>重置门</translation>
    </message>
    <message>
        <source>How much of the old state the candidate gets to see, for each unit.</source>
        <translation>对每个单元，候选状态能看到多少旧状态。</translation>
    </message>
    <message>
        <source>Update gate</source>
        <translation>更新门</translation>
    </message>
    <message>
        <source>How much of the old state stays, for each unit.</source>
        <translation>对每个单元，保留多少旧状态。</translation>
    </message>
    <message>
        <source>How much of the candidate is taken in, for each unit.</source>
        <translation>对每个单元，采用多少候选状态。</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选状态</translation>
    </message>
    <message>
        <source>The state as it would be if nothing of the old one stayed.</source>
        <translation>假如完全不保留旧状态，状态会是什么样。</translation>
    </message>
    <message>
        <source>States</source>
        <translation>各步状态</translation>
    </message>
    <message>
        <source>Old state and candidate, blended by the update gate, item by item.</source>
        <translation>旧状态与候选状态按更新门逐项混合。</translation>
    </message>
    <message>
        <source>Last state</source>
        <translation>最后状态</translation>
    </message>
    <message>
        <source>The state after the last item.</source>
        <translation>最后一项之后的状态。</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单元数</translation>
    </message>
    <message>
        <source>How many numbers the state holds.</source>
        <translation>状态由多少个数组成。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Before the map (article)</source>
        <translation>映射之前（原论文）</translation>
    </message>
    <message>
        <source>After the map (PyTorch, cuDNN)</source>
        <translation>映射之后（PyTorch、cuDNN）</translation>
    </message>
    <message>
        <source>Whether the reset gate acts on the state before or after U_n maps it.</source>
        <translation>重置门作用于 U_n 映射之前还是之后的状态。</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>1 takes the candidate (article)</source>
        <translation>1 表示采用候选状态（原论文）</translation>
    </message>
    <message>
        <source>1 keeps the state (PyTorch)</source>
        <translation>1 表示保留旧状态（PyTorch）</translation>
    </message>
    <message>
        <source>What an update gate of 1 means; negating its weights turns one into the other.</source>
        <translation>更新门为 1 的含义；把它的权重取负，两种约定即可互换。</translation>
    </message>
    <message>
        <source>GRU</source>
        <translation>GRU</translation>
    </message>
    <message>
        <source>Reads a sequence item by item and keeps a state, opened and closed by gates.</source>
        <translation>逐项读取序列，并保存一个由门控制开合的状态。</translation>
    </message>
    <message>
        <source>For each item the reset gate says how much of the state the candidate sees, and the update gate how much of the candidate goes into the state. Both are numbers from 0 to 1 for each unit. An item that is padding leaves the state as it is.</source>
        <translation>对每一项，重置门决定候选状态能看到多少旧状态，更新门决定多少候选状态进入新状态。两者对每个单元都是 0 到 1 之间的数。填充项不改变状态。</translation>
    </message>
    <message>
        <source>It is what attention took over from: everything that was read must pass through one state, where attention looks back at each item.</source>
        <translation>注意力正是取代了它：读到的一切都必须通过一个状态，而注意力可以回看每一项。</translation>
    </message>
    <message>
        <source>Two conventions for the update gate and two places of the reset are in use; weights made for one give wrong numbers with the other and no error.</source>
        <translation>更新门有两种约定，重置的位置也有两种；为一种约定制作的权重用于另一种，会得到错误的数，却不报错。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Initial state (zeros if nothing is given)</source>
        <translation>初始状态（未给出时为零）</translation>
    </message>
</context>
<context>
    <name>HardArgmax</name>
    <message>
        <source>Chosen key</source>
        <translation>选中的键</translation>
    </message>
    <message>
        <source>The key with the highest score; of equal ones the first.</source>
        <translation>分数最高的键；分数相等时取第一个。</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>The chosen key has the weight 1 and all others 0. No gradient flows back through the choice.</source>
        <translation>选中的键权重为 1，其余为 0。梯度不能通过这个选择回传。</translation>
    </message>
    <message>
        <source>Hard attention by arg-max</source>
        <translation>硬注意力（arg-max）</translation>
    </message>
    <message>
        <source>Each query takes the value of the one key that matches best.</source>
        <translation>每个查询取最吻合的那一个键的值。</translation>
    </message>
    <message>
        <source>Scores are scaled dot products. The key with the highest score gets the weight 1, all others 0, so the output of a query is one value and not a mixture. Of equal scores the first key wins; masked keys are never chosen.</source>
        <translation>分数是缩放点积。分数最高的键权重为 1，其余为 0，所以查询的输出是单独一个值，而不是混合。分数相等时取第一个键；被掩码的键永远不会选中。</translation>
    </message>
    <message>
        <source>It shows what soft attention tends to when its scores grow, and it says plainly which item was read.</source>
        <translation>它显示软注意力在分数增大时趋向什么，并明确说出读取了哪一项。</translation>
    </message>
    <message>
        <source>The choice has no gradient, so queries and keys cannot be trained through it; only the values can. A tiny change of a score may change the output completely.</source>
        <translation>这个选择没有梯度，所以查询和键不能通过它训练，只有值可以。分数的微小变化可能使输出完全改变。</translation>
    </message>
</context>
<context>
    <name>HardSampling</name>
    <message>
        <source>Random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>One number from 0 to 1 for each query, drawn from the seed of the run.</source>
        <translation>每个查询一个 0 到 1 之间的数，由本次运行的种子抽取。</translation>
    </message>
    <message>
        <source>Running sums</source>
        <translation>累积和</translation>
    </message>
    <message>
        <source>Each key owns a stretch of the line from 0 to 1, as long as its probability.</source>
        <translation>每个键在 0 到 1 的线段上占有一段，长度等于它的概率。</translation>
    </message>
    <message>
        <source>Drawn key</source>
        <translation>抽中的键</translation>
    </message>
    <message>
        <source>The first key whose running sum is above the random number; -1 where no key is allowed.</source>
        <translation>累积和大于随机数的第一个键；没有允许的键时为 −1。</translation>
    </message>
    <message>
        <source>Probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>The drawn key has the weight 1 and all others 0. No gradient flows back through the draw.</source>
        <translation>抽中的键权重为 1，其余为 0。梯度不能通过抽取回传。</translation>
    </message>
    <message>
        <source>Hard attention by sampling</source>
        <translation>硬注意力（采样）</translation>
    </message>
    <message>
        <source>Each query draws one key by its softmax weight and takes that key&apos;s value.</source>
        <translation>每个查询按 softmax 权重抽取一个键，并取该键的值。</translation>
    </message>
    <message>
        <source>Softmax of the scaled dot products gives each key a probability. A random number picks one key for each query, and the output is that key&apos;s value. Masked keys are never drawn. The same seed draws the same keys.</source>
        <translation>对缩放点积做 softmax，每个键得到一个概率。随机数为每个查询选出一个键，输出就是该键的值。被掩码的键永远不会抽中。同一种子抽到相同的键。</translation>
    </message>
    <message>
        <source>The mean of many draws is soft attention, while each single output reads one item only.</source>
        <translation>多次抽取的平均就是软注意力，而每一次的输出只读取一项。</translation>
    </message>
    <message>
        <source>One draw says little; change the seed to see how much the output depends on chance. The draw has no gradient, so queries and keys cannot be trained through it directly.</source>
        <translation>单次抽取说明不了什么；改变种子，可以看到输出在多大程度上取决于偶然。抽取没有梯度，所以查询和键不能直接通过它训练。</translation>
    </message>
    <message>
        <source>Softmax turns each row of scores into the chances with which its keys are drawn.</source>
        <translation>softmax 把每行分数变成抽中各个键的概率。</translation>
    </message>
</context>
<context>
    <name>Hints</name>
    <message>
        <source>Close the hint</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>Icon</name>
    <message>
        <source>There is no icon &quot;%1&quot;.</source>
        <translation>没有图标“%1”。</translation>
    </message>
</context>
<context>
    <name>Image</name>
    <message>
        <source>the picture is %1 x %2 pixels; it needs at least one pixel</source>
        <translation>图像大小为 %1 × %2 像素；至少需要一个像素</translation>
    </message>
    <message>
        <source>%1 has %2 x %3 pixels; at most %4 million are read</source>
        <translation>%1 有 %2 × %3 像素；至多读取 %4 百万像素</translation>
    </message>
    <message>
        <source>%1 cannot be read as a picture: its beginning is none of PNG, JPEG, WebP, BMP and SVG</source>
        <translation>%1 不能作为图像读取：其开头不是 PNG、JPEG、WebP、BMP 或 SVG</translation>
    </message>
    <message>
        <source>%1 cannot be read as a picture: its data are broken, incomplete or without a size</source>
        <translation>%1 不能作为图像读取：数据损坏、不完整或没有尺寸</translation>
    </message>
</context>
<context>
    <name>ImageInput</name>
    <message>
        <source>there is no picture yet; drop or open one</source>
        <translation>还没有图像；拖入或打开一幅即可</translation>
    </message>
    <message>
        <source>%1 x %2 pixels, %3 x %4 patches, %5 tokens</source>
        <translation>%1 × %2 像素，%3 × %4 个图块，%5 个词元</translation>
    </message>
    <message>
        <source>%1 columns and %2 rows of pixels at the edges belong to no patch and are left out</source>
        <translation>边缘有 %1 列和 %2 行像素不属于任何图块，已略去</translation>
    </message>
    <message>
        <source>Patches to X</source>
        <translation>图块到 X</translation>
    </message>
    <message>
        <source>Each patch of the picture as a row of numbers.</source>
        <translation>把图像的每个图块变成一行数。</translation>
    </message>
    <message>
        <source>Image patches</source>
        <translation>图像图块</translation>
    </message>
    <message>
        <source>A picture, cut into patches with numbers for each.</source>
        <translation>切成图块的图像，每个图块有一组数。</translation>
    </message>
    <message>
        <source>The picture is cut into square patches, 12 on the short side and at most 20 on the long one. Each patch becomes a row: either features made by hand (colour, texture, edges, position) or its raw pixels.</source>
        <translation>图像切成正方形图块，短边 12 块，长边至多 20 块。每个图块变成一行：手工特征（颜色、纹理、边缘、位置），或原始像素。</translation>
    </message>
    <message>
        <source>A picture has no words; patches are its tokens, as in the Vision Transformer.</source>
        <translation>图像没有词；图块就是它的词元，与视觉 Transformer 相同。</translation>
    </message>
    <message>
        <source>Hand-made features decide what can be found: patches are alike if their colours, textures and places are.</source>
        <translation>手工特征决定能找到什么：颜色、纹理和位置相近的图块才相似。</translation>
    </message>
    <message>
        <source>Patches</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>Numbers of a patch</source>
        <translation>图块的数</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Features made by hand, or the raw pixels.</source>
        <translation>手工特征，或原始像素。</translation>
    </message>
    <message>
        <source>Patches on the short side</source>
        <translation>短边图块数</translation>
    </message>
    <message>
        <source>How many patches the shorter side is cut into.</source>
        <translation>短边切成多少块。</translation>
    </message>
    <message>
        <source>Most patches on the long side</source>
        <translation>长边最多图块数</translation>
    </message>
    <message>
        <source>What is beyond is cut evenly from both ends.</source>
        <translation>超出的部分从两端均匀裁去。</translation>
    </message>
    <message>
        <source>the picture was read at %1 x %2 pixels</source>
        <translation>图片按 %1 x %2 像素读取</translation>
    </message>
</context>
<context>
    <name>ImageOverlay</name>
    <message>
        <source>An overlay needs a grid of patches; the weights are %1.</source>
        <translation>叠加图需要图块网格；权重的形状是 %1。</translation>
    </message>
    <message>
        <source>The mask is %1 %2; the weights need bool %3.</source>
        <translation>掩码是 %1 %2；权重需要 bool %3。</translation>
    </message>
    <message>
        <source>The overlay&apos;s picture is empty.</source>
        <translation>叠加图的图像是空的。</translation>
    </message>
    <message>
        <source>The patches reach outside the picture of %1 x %2 pixels.</source>
        <translation>图块超出了 %1 × %2 像素的图像。</translation>
    </message>
    <message>
        <source>The query is patch %1, and there are %2 of them.</source>
        <translation>查询是图块 %1，而图块共有 %2 个。</translation>
    </message>
    <message>
        <source>Row %1 of weights %2 is no grid of %3 x %4 patches.</source>
        <translation>权重 %2 的第 %1 行不是 %3 × %4 的图块网格。</translation>
    </message>
</context>
<context>
    <name>Import</name>
    <message>
        <source>%1 holds %2 arrays with one or two dimensions (%3); one matrix was expected</source>
        <translation>%1 含有 %2 个一维或二维数组 (%3)；这里应只有一个矩阵</translation>
    </message>
    <message>
        <source>%1 holds zero bytes, so it is no text; text in UTF-8 was expected</source>
        <translation>%1 含有零字节，不是文本；这里应为 UTF-8 文本</translation>
    </message>
    <message>
        <source>the sample &quot;%1&quot; must be the plain name of a picture of resources/samples</source>
        <translation>样例“%1”应为 resources/samples 中图像的文件名</translation>
    </message>
    <message>
        <source>there is no template &quot;%1&quot;; there are %2</source>
        <translation>没有模板“%1”；共有 %2 个模板</translation>
    </message>
    <message>
        <source>%1 gives its edges weights in a third column; graph layers find their own weights, so two columns were expected, source and target</source>
        <translation>%1 的第三列给出了边的权重；图的层自己计算权重，所以应只有起点和终点两列</translation>
    </message>
    <message>
        <source>%1 is a pickle, which can run code when it is opened. Convert it with: python3 -c &quot;import torch, safetensors.torch as s; s.save_file(torch.load(&apos;%1&apos;, weights_only=True), &apos;model.safetensors&apos;)&quot;</source>
        <translation>%1 是 pickle 文件，打开时可能运行代码。可以这样转换：python3 -c &quot;import torch, safetensors.torch as s; s.save_file(torch.load(&apos;%1&apos;, weights_only=True), &apos;model.safetensors&apos;)&quot;</translation>
    </message>
    <message>
        <source>%1 is of no kind that Heed opens: documents (.heed), templates (.json), text (.txt), pictures (.png .jpg .webp .bmp .svg), tables (.csv .tsv), graphs (.graphml) and arrays (.npy .npz)</source>
        <translation>%1 不是 Heed 能打开的类型：文档 (.heed)、模板 (.json)、文本 (.txt)、图像 (.png .jpg .webp .bmp .svg)、表格 (.csv .tsv)、图 (.graphml) 和数组 (.npy .npz)</translation>
    </message>
</context>
<context>
    <name>Intake</name>
    <message>
        <source>Replace the text</source>
        <translation>替换文本</translation>
    </message>
    <message>
        <source>Open the text in &quot;%1&quot;</source>
        <translation>在“%1”中打开文本</translation>
    </message>
    <message>
        <source>Replace the picture</source>
        <translation>替换图像</translation>
    </message>
    <message>
        <source>Open the picture in &quot;%1&quot;</source>
        <translation>在“%1”中打开图像</translation>
    </message>
    <message>
        <source>Replace the matrix</source>
        <translation>替换矩阵</translation>
    </message>
    <message>
        <source>Open the matrix in &quot;%1&quot;</source>
        <translation>在“%1”中打开矩阵</translation>
    </message>
    <message>
        <source>Replace the graph</source>
        <translation>替换图</translation>
    </message>
    <message>
        <source>Open the graph in &quot;%1&quot;</source>
        <translation>在“%1”中打开图</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a folder; a file can be opened</source>
        <translation>“%1”是文件夹；只能打开文件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a pickle, which can run code; it will be refused</source>
        <translation>“%1”是 pickle 文件，可能运行代码；将不予打开</translation>
    </message>
    <message>
        <source>Open the document &quot;%1&quot;</source>
        <translation>打开文档“%1”</translation>
    </message>
    <message>
        <source>Open the template &quot;%1&quot;</source>
        <translation>打开模板“%1”</translation>
    </message>
    <message>
        <source>Open the table &quot;%1&quot;</source>
        <translation>打开表格“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is of no kind that Heed opens</source>
        <translation>“%1”不是 Heed 能打开的类型</translation>
    </message>
    <message>
        <source>%1, from &quot;%2&quot;, the first of %3 files</source>
        <translation>%1，来自“%2”，共 %3 个文件中的第一个</translation>
    </message>
    <message>
        <source>%1 lies on the network, which Heed does not use</source>
        <translation>%1 在网络上，而 Heed 不使用网络</translation>
    </message>
    <message>
        <source>Neither text nor a picture nor a file is in what was given</source>
        <translation>所给的内容中没有文本、图像或文件</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>The picture could not be put into the folder for temporary files.</source>
        <translation>图像无法写入临时文件夹。</translation>
    </message>
    <message>
        <source>The picture that was given is empty.</source>
        <translation>所给的图像是空的。</translation>
    </message>
</context>
<context>
    <name>JobRunner</name>
    <message>
        <source>the computation needs more memory than this machine gives</source>
        <translation>计算所需的内存超过本机所能提供的</translation>
    </message>
    <message>
        <source>the program made a mistake of its own: %1</source>
        <translation>程序自身出错：%1</translation>
    </message>
</context>
<context>
    <name>Json</name>
    <message>
        <source>expected %1, found %2</source>
        <translation>应为 %1，却是 %2</translation>
    </message>
    <message>
        <source>JSON cannot hold the number %1</source>
        <translation>JSON 不能表示数 %1</translation>
    </message>
    <message>
        <source>a string cannot be written: its byte %1 is not valid UTF-8</source>
        <translation>字符串无法写入：第 %1 字节不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>%1 is above the largest whole number of JSON here, 9223372036854775807</source>
        <translation>%1 超过此处 JSON 的最大整数 9223372036854775807</translation>
    </message>
    <message>
        <source>expected a whole number, found %1</source>
        <translation>应为整数，却是 %1</translation>
    </message>
    <message>
        <source>line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>line %1, column %2: %3; the limit is %4</source>
        <translation>第 %1 行第 %2 列：%3；上限是 %4</translation>
    </message>
    <message>
        <source>%1: expected %2, found %3</source>
        <translation>%1：应为 %2，却是 %3</translation>
    </message>
    <message>
        <source>%1: expected a whole number, found %2</source>
        <translation>%1：应为整数，却是 %2</translation>
    </message>
    <message>
        <source>%1: expected a whole number from %2 to %3, found %4</source>
        <translation>%1：应为 %2 到 %3 之间的整数，却是 %4</translation>
    </message>
    <message>
        <source>%1: the member &quot;%2&quot; is missing</source>
        <translation>%1：缺少成员“%2”</translation>
    </message>
    <message>
        <source>%1: expected at least %2 elements, found %3</source>
        <translation>%1：至少应有 %2 个元素，却有 %3 个</translation>
    </message>
    <message>
        <source>%1: the member &quot;%2&quot; is not known</source>
        <translation>%1：未知成员“%2”</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>null</source>
        <translation>空值 null</translation>
    </message>
    <message>
        <source>a boolean</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>文本末尾</translation>
    </message>
    <message>
        <source>expected %1, found the end of the text</source>
        <translation>应为%1，而文本已结束</translation>
    </message>
    <message>
        <source>expected %1, found &quot;%2&quot;</source>
        <translation>应为%1，实际为“%2”</translation>
    </message>
    <message>
        <source>expected %1, found the byte 0x%2</source>
        <translation>应为%1，实际为字节 0x%2</translation>
    </message>
    <message>
        <source>the text has more values than are read</source>
        <translation>文本中的值多于可读取的数量</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>arrays and objects are nested too deeply</source>
        <translation>数组与对象嵌套过深</translation>
    </message>
    <message>
        <source>&quot;,&quot; or &quot;]&quot;</source>
        <translation>“,”或“]”</translation>
    </message>
    <message>
        <source>a key in quotes</source>
        <translation>加引号的键</translation>
    </message>
    <message>
        <source>&quot;:&quot;</source>
        <translation>“:”</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; is there twice</source>
        <translation>键“%1”出现了两次</translation>
    </message>
    <message>
        <source>&quot;,&quot; or &quot;}&quot;</source>
        <translation>“,”或“}”</translation>
    </message>
    <message>
        <source>the closing quote of a string</source>
        <translation>字符串的结束引号</translation>
    </message>
    <message>
        <source>a character of a string (control characters are written as \u00XX)</source>
        <translation>字符串中的字符（控制字符写作 \u00XX）</translation>
    </message>
    <message>
        <source>valid UTF-8</source>
        <translation>有效的 UTF-8</translation>
    </message>
    <message>
        <source>one of &quot; \ / b f n r t u after a backslash</source>
        <translation>反斜杠之后的 &quot; \ / b f n r t u 之一</translation>
    </message>
    <message>
        <source>half of a surrogate pair</source>
        <translation>代理对只有一半</translation>
    </message>
    <message>
        <source>four hexadecimal digits after \u</source>
        <translation>\u 之后的四位十六进制数字</translation>
    </message>
    <message>
        <source>a digit</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>the number is outside the range of a double</source>
        <translation>此数超出双精度浮点数的范围</translation>
    </message>
    <message>
        <source>top level</source>
        <translation>最外层</translation>
    </message>
</context>
<context>
    <name>LayerNorm</name>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>Each row gets mean 0 and variance 1, then its gain and bias.</source>
        <translation>每一行变为均值 0、方差 1，再乘以增益、加上偏置。</translation>
    </message>
    <message>
        <source>Brings every item to mean 0 and variance 1, then scales and shifts it.</source>
        <translation>使每一项的均值为 0、方差为 1，然后缩放并平移。</translation>
    </message>
    <message>
        <source>For each item by itself: subtract the mean of its channels, divide by the root of their variance plus epsilon, multiply by a gain and add a bias.</source>
        <translation>对每一项单独进行：减去各通道的均值，除以方差加 epsilon 的平方根，乘以增益，再加上偏置。</translation>
    </message>
    <message>
        <source>It keeps the size of the numbers steady through many layers.</source>
        <translation>经过许多层之后，它仍使数的大小保持稳定。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>epsilon</translation>
    </message>
    <message>
        <source>Added to the variance: 1e-5 (GPT), 1e-6 (ViT), 1e-12 (BERT).</source>
        <translation>加到方差上的数：1e-5（GPT）、1e-6（ViT）、1e-12（BERT）。</translation>
    </message>
</context>
<context>
    <name>LearnedPositions</name>
    <message>
        <source>the sequence has %1 items; there are positions for %2</source>
        <translation>序列有 %1 项；位置只有 %2 个</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>The learned row of every place.</source>
        <translation>每个位置学得的一行。</translation>
    </message>
    <message>
        <source>With positions</source>
        <translation>加上位置之后</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>学得的位置编码</translation>
    </message>
    <message>
        <source>Adds a row of weights for every place.</source>
        <translation>为每个位置加上一行权重。</translation>
    </message>
    <message>
        <source>Place p gets row p of a matrix of weights, added to the input.</source>
        <translation>位置 p 取权重矩阵的第 p 行，加到输入上。</translation>
    </message>
    <message>
        <source>The model may learn what a place means instead of being told by waves.</source>
        <translation>位置的含义由模型自己学习，而不是由波形给定。</translation>
    </message>
    <message>
        <source>A place beyond the matrix has no row: the length is limited.</source>
        <translation>超出矩阵的位置没有对应的行：长度因此受限。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>Rows of the matrix: the longest sequence.</source>
        <translation>矩阵的行数：序列的最大长度。</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>This score is no sum of query times key by channel, so it has no ledger by features.</source>
        <translation>这个分数不是查询与键逐通道乘积之和，所以没有按特征的明细。</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 项</translation>
    </message>
    <message>
        <source>The features give %1 and the score is %2, so there is no ledger of it.</source>
        <translation>由特征得到 %1，而分数是 %2，所以没有它的明细。</translation>
    </message>
</context>
<context>
    <name>Linear</name>
    <message>
        <source>Linear map</source>
        <translation>线性映射</translation>
    </message>
    <message>
        <source>Every item times the same matrix.</source>
        <translation>每一项都乘以同一个矩阵。</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Multiplies every item with one matrix.</source>
        <translation>把每一项乘以同一个矩阵。</translation>
    </message>
    <message>
        <source>y = x W + b for every item by itself; W is [in, out].</source>
        <translation>对每一项单独计算 y = x W + b；W 为 [in, out]。</translation>
    </message>
    <message>
        <source>It mixes channels: the learned part of queries, keys, values and of most other blocks.</source>
        <translation>它混合通道：查询、键、值以及大多数其他块中可学习的部分。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Output width</source>
        <translation>输出宽度</translation>
    </message>
    <message>
        <source>Channels of the output.</source>
        <translation>输出的通道数。</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Whether a bias is added.</source>
        <translation>是否加上偏置。</translation>
    </message>
    <message>
        <source>Initialisation</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>Glorot</source>
        <translation>Glorot</translation>
    </message>
    <message>
        <source>As PyTorch&apos;s Linear</source>
        <translation>同 PyTorch 的 Linear</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>单位矩阵</translation>
    </message>
    <message>
        <source>How fresh weights are drawn.</source>
        <translation>初始权重怎样抽取。</translation>
    </message>
</context>
<context>
    <name>LocalWindow</name>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Each query sees only the keys near its own place.</source>
        <translation>每个查询只看得到自己位置附近的键。</translation>
    </message>
    <message>
        <source>Local window attention</source>
        <translation>局部窗口注意力</translation>
    </message>
    <message>
        <source>Scaled dot-product attention in which each query sees only the keys near its place.</source>
        <translation>缩放点积注意力，但每个查询只看得到自己位置附近的键。</translation>
    </message>
    <message>
        <source>Query i attends to the keys from i - D to i + D; all others get the weight 0. Inside the window it is scaled dot-product attention. A query beyond the last key looks from the last key&apos;s place.</source>
        <translation>查询 i 关注从 i − D 到 i + D 的键，其余的权重为 0。窗口之内就是缩放点积注意力。超出最后一个键的查询从最后一个键的位置看。</translation>
    </message>
    <message>
        <source>What belongs together often stands together, and a program that computes only the scores of the window needs less time than one that computes all. Here all are computed and shown.</source>
        <translation>相关的内容往往相邻；只计算窗口内分数的程序比计算全部分数的用时更少。这里则全部计算并显示。</translation>
    </message>
    <message>
        <source>One layer cannot see further than its window; a word that refers to one far away cannot find it.</source>
        <translation>单独一层看不到窗口之外；一个词若指代远处的词，就找不到它。</translation>
    </message>
    <message>
        <source>Window D</source>
        <translation>窗口 D</translation>
    </message>
    <message>
        <source>How many places to the left and to the right a query sees; 0 is only its own place.</source>
        <translation>查询向左、向右各能看多少个位置；0 表示只看自己的位置。</translation>
    </message>
    <message>
        <source>A window over the whole sequence is scaled dot-product attention.</source>
        <translation>窗口覆盖整个序列时，就是缩放点积注意力。</translation>
    </message>
</context>
<context>
    <name>LuongGeneral</name>
    <message>
        <source>Map between queries and keys</source>
        <translation>查询与键之间的映射</translation>
    </message>
    <message>
        <source>Mapped queries</source>
        <translation>映射后的查询</translation>
    </message>
    <message>
        <source>W says which channel of a query looks for which channel of a key.</source>
        <translation>W 说明查询的哪个通道寻找键的哪个通道。</translation>
    </message>
    <message>
        <source>Bilinear scores</source>
        <translation>双线性分数</translation>
    </message>
    <message>
        <source>How well does each mapped query match each key? Multiply channel by channel and add.</source>
        <translation>每个映射后的查询与每个键有多吻合？逐通道相乘，再相加。</translation>
    </message>
    <message>
        <source>Luong&apos;s general attention</source>
        <translation>Luong 一般注意力</translation>
    </message>
    <message>
        <source>The score of a query and a key is the query times W times the key. Softmax turns each row of scores into weights, and the output of a query is the mean of the values under its weights. The scores are not scaled.</source>
        <translation>查询与键的分数是查询乘以 W 再乘以键。softmax 把每行分数变成权重，查询的输出是按这些权重取的值的加权平均。分数不作缩放。</translation>
    </message>
    <message>
        <source>One matrix learns which channels of query and key belong together; with the identity as W it is the plain dot product.</source>
        <translation>一个矩阵学习查询和键的哪些通道彼此对应；W 取单位矩阵时就是普通点积。</translation>
    </message>
    <message>
        <source>Query and key projections of multi-head attention already make such a matrix; both together learn the same thing twice.</source>
        <translation>多头注意力的查询投影和键投影已经构成这样的矩阵；两者同用，等于把同一件事学两遍。</translation>
    </message>
    <message>
        <source>Fresh weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Near the identity</source>
        <translation>接近单位矩阵</translation>
    </message>
    <message>
        <source>Glorot</source>
        <translation>Glorot</translation>
    </message>
    <message>
        <source>How W is drawn before it is trained: the identity with a little noise, or Glorot&apos;s rule.</source>
        <translation>W 在训练之前怎样抽取：单位矩阵加少量噪声，或按 Glorot 规则。</translation>
    </message>
    <message>
        <source>Compares queries with keys through a learned matrix and mixes the values by softmax weights.</source>
        <translation>通过一个学得的矩阵比较查询与键，并按 softmax 权重混合各个值。</translation>
    </message>
</context>
<context>
    <name>Mask</name>
    <message>
        <source>&quot;%1&quot; takes no mask, so nothing can be hidden in it</source>
        <translation>“%1”不接受掩码，所以其中不能隐藏任何项</translation>
    </message>
</context>
<context>
    <name>MatrixInput</name>
    <message>
        <source>there is no matrix yet; drop or open one</source>
        <translation>还没有矩阵；拖入或打开一个即可</translation>
    </message>
    <message>
        <source>the matrix &quot;%1&quot; is %2; it needs rows and columns</source>
        <translation>矩阵“%1”的形状是 %2；它需要有行和列</translation>
    </message>
    <message>
        <source>Matrix X</source>
        <translation>矩阵 X</translation>
    </message>
    <message>
        <source>The numbers as they stand in the file.</source>
        <translation>与文件中的数完全一致。</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Numbers from a file: each row an item, each column a channel.</source>
        <translation>来自文件的数：每行一项，每列一个通道。</translation>
    </message>
    <message>
        <source>The matrix of a CSV, NPY or NPZ file goes into the model as it is.</source>
        <translation>CSV、NPY 或 NPZ 文件中的矩阵原样进入模型。</translation>
    </message>
    <message>
        <source>Own numbers are the quickest way to ask a mechanism a question.</source>
        <translation>用自己的数，是向一种机制提问的最快办法。</translation>
    </message>
    <message>
        <source>NaN and infinities are taken as they are and travel on; the first step that holds one is named.</source>
        <translation>NaN 和无穷大原样接受并继续传递；第一个出现它们的步骤会被指明。</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
</context>
<context>
    <name>MatrixMask</name>
    <message>
        <source>the matrix &quot;%1&quot; is %2; the sequence has %3 items</source>
        <translation>矩阵“%1”的形状是 %2；序列有 %3 项</translation>
    </message>
    <message>
        <source>there is no matrix yet; drop or open one</source>
        <translation>还没有矩阵；拖入或打开一个即可</translation>
    </message>
    <message>
        <source>the matrix &quot;%1&quot; is %2; a mask has two dimensions, queries x keys</source>
        <translation>矩阵“%1”的形状是 %2；掩码应为二维，查询 × 键</translation>
    </message>
    <message>
        <source>Mask from a matrix</source>
        <translation>来自矩阵的掩码</translation>
    </message>
    <message>
        <source>The given matrix: 0 forbids, anything else allows.</source>
        <translation>所给的矩阵：0 表示禁止，其他数表示允许。</translation>
    </message>
    <message>
        <source>A mask given as a matrix: 0 forbids, anything else allows.</source>
        <translation>以矩阵给出的掩码：0 表示禁止，其他数表示允许。</translation>
    </message>
    <message>
        <source>Row i, column j of the matrix says whether query i may attend to key j. With a sequence, rows and columns are found by the names of its items, and items that the matrix does not name are allowed.</source>
        <translation>矩阵第 i 行第 j 列说明查询 i 是否可以关注键 j。接上序列时，行和列按各项的名称查找，矩阵中没有提到的项一律允许。</translation>
    </message>
    <message>
        <source>Any pattern can be tried.</source>
        <translation>任何图样都可以试。</translation>
    </message>
    <message>
        <source>Sequence that it is fitted to</source>
        <translation>要对齐的序列</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
</context>
<context>
    <name>MatrixView</name>
    <message>
        <source>The focus is %1 %2, and the matrix has %3 of them.</source>
        <translation>焦点是 %1 %2，而矩阵只有 %3 个。</translation>
    </message>
    <message>
        <source>A matrix figure needs rows and columns; the tensor is %1.</source>
        <translation>矩阵图需要行和列；张量的形状是 %1。</translation>
    </message>
    <message>
        <source>The mask is %1 %2; the matrix needs bool %3.</source>
        <translation>掩码是 %1 %2；矩阵需要 bool %3。</translation>
    </message>
</context>
<context>
    <name>Mechanism</name>
    <message>
        <source>the %1 is %2; it needs at least two dimensions, items x channels</source>
        <translation>%1 的形状是 %2；它至少需要两维，项 × 通道</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>there are %1 keys (%2) and %3 values (%4); every key needs one value</source>
        <translation>有 %1 个键 (%2) 和 %3 个值 (%4)；每个键需要一个值</translation>
    </message>
    <message>
        <source>queries have %1 channels (%2) and keys %3 (%4); a dot product needs the same number</source>
        <translation>查询有 %1 个通道 (%2)，键有 %3 个 (%4)；点积要求两者相同</translation>
    </message>
    <message>
        <source>the mask is %1; it must be %2 x %3, queries x keys</source>
        <translation>掩码的形状是 %1；应为 %2 × %3，即查询 × 键</translation>
    </message>
    <message>
        <source>Which keys may a query attend to? The others get the weight 0.</source>
        <translation>查询可以关注哪些键？其余的权重为 0。</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>Softmax turns each row of scores into shares that add up to 1.</source>
        <translation>softmax 把每行分数变成总和为 1 的份额。</translation>
    </message>
    <message>
        <source>Weighted values</source>
        <translation>加权求和</translation>
    </message>
    <message>
        <source>Each query takes the mean of the values, weighted by its row of weights.</source>
        <translation>每个查询按自己那一行权重取值的加权平均。</translation>
    </message>
</context>
<context>
    <name>Model</name>
    <message>
        <source>a repeated group feeds itself through a block outside of it</source>
        <translation>重复的组经由组外的块又把结果送回自身</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>the repeated group &quot;%1&quot; takes %2 and gives %3; its copies need the same shape</source>
        <translation>重复的组“%1”接收 %2，给出 %3；各份副本的形状必须相同</translation>
    </message>
    <message>
        <source>the block name &quot;%1&quot; must not be empty or hold any of / . [ ] ~</source>
        <translation>块名“%1”不能为空，也不能含有 / . [ ] ~ 中的字符</translation>
    </message>
    <message>
        <source>the block name &quot;%1&quot; is used twice; every block needs a name of its own</source>
        <translation>块名“%1”用了两次；每个块都需要自己的名称</translation>
    </message>
    <message>
        <source>this version of Heed does not know the block type &quot;%1&quot;</source>
        <translation>此版本的 Heed 不认识块类型“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs something at its input &quot;%2&quot; (%3)</source>
        <translation>“%1”的输入“%2” (%3) 尚未连接</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has %2 wires into its input &quot;%3&quot;; it takes one</source>
        <translation>“%1”的输入“%3”接了 %2 条连线；只能接一条</translation>
    </message>
    <message>
        <source>Keep only the last wire</source>
        <translation>只保留最后一条连线</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>%1 has no parameter &quot;%2&quot;</source>
        <translation>%1 没有参数“%2”</translation>
    </message>
    <message>
        <source>the parameter &quot;%1&quot; of %2 is %3; it must be like %4</source>
        <translation>%2 的参数“%1”为 %3；应与 %4 同类</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <translation>把 %1 设为 %2</translation>
    </message>
    <message>
        <source>the parameter &quot;%1&quot; of %2 is %3; it must be from %4 to %5</source>
        <translation>%2 的参数“%1”为 %3；应在 %4 到 %5 之间</translation>
    </message>
    <message>
        <source>the parameter &quot;%1&quot; of %2 is &quot;%3&quot;; it must be one of %4</source>
        <translation>%2 的参数“%1”为“%3”；应为下列之一：%4</translation>
    </message>
    <message>
        <source>the parameter &quot;%1&quot; of %2 is &quot;%3&quot;; it must name an attention mechanism</source>
        <translation>%2 的参数“%1”为“%3”；应为一种注意力机制的名称</translation>
    </message>
    <message>
        <source>a wire leads to or from a block that is not there</source>
        <translation>有一条连线的一端是不存在的块</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no output &quot;%2&quot;</source>
        <translation>“%1”没有输出“%2”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no input &quot;%2&quot;</source>
        <translation>“%1”没有输入“%2”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; gives %2 at &quot;%3&quot;, but &quot;%4&quot; takes %5 at &quot;%6&quot;</source>
        <translation>“%1”在“%3”给出 %2，而“%4”在“%6”接收 %5</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is part of a circle of wires; a recurrence needs a block such as GRU</source>
        <translation>“%1”处在连线构成的环中；循环需要 GRU 之类的块</translation>
    </message>
    <message>
        <source>the group &quot;%1&quot; repeats %2 times; it must be from 1 to 64</source>
        <translation>组“%1”重复 %2 次；应在 1 到 64 次之间</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a member of %2 groups; a block belongs to one at most</source>
        <translation>“%1”属于 %2 个组；一个块至多属于一个组</translation>
    </message>
    <message>
        <source>the group &quot;%1&quot; lies inside itself</source>
        <translation>组“%1”嵌套在自身之内</translation>
    </message>
    <message>
        <source>the repeated group &quot;%1&quot; lies inside the repeated group &quot;%2&quot;; only one can repeat</source>
        <translation>重复的组“%1”位于重复的组“%2”之内；两者只能有一个重复</translation>
    </message>
    <message>
        <source>the repeated group &quot;%1&quot; takes %2 tensors from outside and gives %3; each copy hands on exactly one</source>
        <translation>重复的组“%1”从外部接收 %2 个张量，给出 %3 个；每份副本只能传递一个</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
</context>
<context>
    <name>MultiHeadAttention</name>
    <message>
        <source>Set the heads to %1</source>
        <translation>把头数设为 %1</translation>
    </message>
    <message>
        <source>there are %1 channel names for a head of %2 channels; they are not shown</source>
        <translation>有 %1 个通道名称，而一个头有 %2 个通道；名称不予显示</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>What does each item look for? Its channels are weighted by W_Q, for each head.</source>
        <translation>每一项在寻找什么？在每个头中，它的通道按 W_Q 加权。</translation>
    </message>
    <message>
        <source>Weights of the queries</source>
        <translation>查询的权重</translation>
    </message>
    <message>
        <source>Bias of the queries</source>
        <translation>查询的偏置</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>What does each item offer to be found by? Its channels are weighted by W_K, for each head.</source>
        <translation>每一项凭什么被找到？在每个头中，它的通道按 W_K 加权。</translation>
    </message>
    <message>
        <source>Weights of the keys</source>
        <translation>键的权重</translation>
    </message>
    <message>
        <source>Bias of the keys</source>
        <translation>键的偏置</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>What does each item hand on when it is attended to? Its channels are weighted by W_V, for each head.</source>
        <translation>每一项被关注时交出什么？在每个头中，它的通道按 W_V 加权。</translation>
    </message>
    <message>
        <source>Weights of the values</source>
        <translation>值的权重</translation>
    </message>
    <message>
        <source>Bias of the values</source>
        <translation>值的偏置</translation>
    </message>
    <message>
        <source>Gates of the heads</source>
        <translation>各头的门控</translation>
    </message>
    <message>
        <source>Gated heads</source>
        <translation>门控后的各头</translation>
    </message>
    <message>
        <source>Each head counts as much as its gate says; 0 switches it off.</source>
        <translation>每个头的作用由它的门控决定；0 表示关闭。</translation>
    </message>
    <message>
        <source>Join heads</source>
        <translation>拼接各头</translation>
    </message>
    <message>
        <source>The outputs of the heads are put side by side.</source>
        <translation>各头的输出并排放在一起。</translation>
    </message>
    <message>
        <source>Weights of the output</source>
        <translation>输出的权重</translation>
    </message>
    <message>
        <source>Bias of the output</source>
        <translation>输出的偏置</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>W_O weighs what the heads found into as many channels as the input has.</source>
        <translation>W_O 把各头找到的内容加权，得到与输入同样多的通道。</translation>
    </message>
    <message>
        <source>the mechanism is &quot;%1&quot;; it must name an attention mechanism</source>
        <translation>机制为“%1”；应为一种注意力机制的名称</translation>
    </message>
    <message>
        <source>the queries are %1; they need at least two dimensions, items x channels</source>
        <translation>查询的形状是 %1；至少需要两维，项 × 通道</translation>
    </message>
    <message>
        <source>Multi-head attention</source>
        <translation>多头注意力</translation>
    </message>
    <message>
        <source>Several attention heads side by side, each with queries, keys and values of its own.</source>
        <translation>多个注意力头并行，各有自己的查询、键和值。</translation>
    </message>
    <message>
        <source>The input is mapped to queries, keys and values for every head. Each head attends by itself with the mechanism that is chosen. The outputs of the heads are put side by side and mapped to the width of the input. With only the queries given it is self-attention; with keys and values from elsewhere it is cross-attention.</source>
        <translation>输入在每个头中映射为查询、键和值。各头用选定的机制各自关注。各头的输出并排拼接，再映射回输入的宽度。只给出查询时是自注意力；键和值来自别处时是交叉注意力。</translation>
    </message>
    <message>
        <source>One head gives one pattern of weights for each item; several can look at different things at once, such as the word before and the word that &quot;it&quot; stands for.</source>
        <translation>一个头只给每一项一种权重分布；多个头可以同时看不同的内容，例如前一个词和“它”所指的词。</translation>
    </message>
    <message>
        <source>Keys (the queries&apos; input if nothing is given)</source>
        <translation>键（未给出时取查询的输入）</translation>
    </message>
    <message>
        <source>Values (the keys&apos; input if nothing is given)</source>
        <translation>值（未给出时取键的输入）</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Weights of each head</source>
        <translation>各头的权重</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>How many heads attend side by side.</source>
        <translation>有多少个头并行关注。</translation>
    </message>
    <message>
        <source>Width of a head</source>
        <translation>每个头的宽度</translation>
    </message>
    <message>
        <source>How many channels each head has; 0 shares the channels of the input evenly.</source>
        <translation>每个头有多少个通道；0 表示平分输入的通道。</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Whether a bias is added after each map.</source>
        <translation>每个映射之后是否加上偏置。</translation>
    </message>
    <message>
        <source>Whether the joined heads are mapped to the width of the input.</source>
        <translation>拼接后的各头是否映射回输入的宽度。</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>Whether the output of each head is multiplied by a number; 0 switches the head off.</source>
        <translation>每个头的输出是否乘以一个数；0 表示关闭该头。</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>机制</translation>
    </message>
    <message>
        <source>How each head compares queries with keys and weighs the values.</source>
        <translation>每个头怎样比较查询与键，并给值加权。</translation>
    </message>
    <message>
        <source>Names of the channels</source>
        <translation>通道名称</translation>
    </message>
    <message>
        <source>What the channels of a head are called, with commas between; only for show.</source>
        <translation>一个头的各通道叫什么，以逗号分隔；只用于显示。</translation>
    </message>
    <message>
        <source>the queries have %1 channels, which %2 heads cannot share evenly; the number of heads must divide the number of channels, or the width of a head must be set</source>
        <translation>查询有 %1 个通道，%2 个头不能平分；头数必须整除通道数，或者另行设定每个头的宽度</translation>
    </message>
    <message>
        <source>the inputs are %1 (queries) and %2; each needs items x channels, and the same dimensions in front</source>
        <translation>输入的形状是 %1（查询）和 %2；两者都应为项 × 通道，且前面各维相同</translation>
    </message>
    <message>
        <source>The mean of the heads&apos; weights hides heads that look at opposite things; look at each.</source>
        <translation>各头权重的平均会掩盖看向相反内容的头；应逐个查看。</translation>
    </message>
</context>
<context>
    <name>NotSelfMask</name>
    <message>
        <source>Not itself</source>
        <translation>不看自己</translation>
    </message>
    <message>
        <source>A query may attend to every key but its own.</source>
        <translation>查询可以关注除自己之外的每个键。</translation>
    </message>
    <message>
        <source>An item may look at all others, but not at itself.</source>
        <translation>每一项可以看所有其他项，但不能看自己。</translation>
    </message>
    <message>
        <source>Where queries and keys have the same features, every item is most like itself; this mask asks for the next best.</source>
        <translation>查询和键的特征相同时，每一项最像自己；这个掩码要找的是其次相似的项。</translation>
    </message>
    <message>
        <source>A single item has nothing left to look at: its row is all zeros.</source>
        <translation>只有一项时再没有可看的：它的行全为零。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
</context>
<context>
    <name>Npy</name>
    <message>
        <source>%1: the header is not a dict of descr, fortran_order and shape (character %2).</source>
        <translation>%1：文件头不是由 descr、fortran_order 和 shape 组成的字典（第 %2 个字符）。</translation>
    </message>
    <message>
        <source>%1 holds records with fields; an array of plain numbers was expected.</source>
        <translation>%1 是带字段的记录；这里应为纯数值数组。</translation>
    </message>
    <message>
        <source>%1 has elements of type &quot;%2&quot;; b1, i1 to i8, u1 to u8, f2, f4 and f8 are read.</source>
        <translation>%1 的元素类型是“%2”；可读取 b1、i1 到 i8、u1 到 u8、f2、f4 和 f8。</translation>
    </message>
    <message>
        <source>%1 is not an NPY file: it does not begin with \x93NUMPY.</source>
        <translation>%1 不是 NPY 文件：开头不是 \x93NUMPY。</translation>
    </message>
    <message>
        <source>%1 ends before its header.</source>
        <translation>%1 在文件头之前就结束了。</translation>
    </message>
    <message>
        <source>%1 is NPY version %2.%3; versions 1.0 to 3.0 are read.</source>
        <translation>%1 是 NPY 版本 %2.%3；可读取版本 1.0 到 3.0。</translation>
    </message>
    <message>
        <source>%1 has a header of %2 bytes; at most %3 are read.</source>
        <translation>%1 的文件头有 %2 字节；至多读取 %3 字节。</translation>
    </message>
    <message>
        <source>%1 ends inside its header.</source>
        <translation>%1 在文件头之内就结束了。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of data; its shape %3 of &quot;%4&quot; needs %5.</source>
        <translation>%1 有 %2 字节数据；形状 %3 的“%4”需要 %5 字节。</translation>
    </message>
</context>
<context>
    <name>Npz</name>
    <message>
        <source>%1 holds &quot;%2&quot;; every member of an NPZ file ends in .npy.</source>
        <translation>%1 含有“%2”；NPZ 文件的每个成员都以 .npy 结尾。</translation>
    </message>
</context>
<context>
    <name>Op</name>
    <message>
        <source>arg_max: the last axis of %1 is empty; it must have at least 1 element</source>
        <translation>arg_max：%1 的最后一个轴是空的；至少要有 1 个元素</translation>
    </message>
    <message>
        <source>%1: operand %2 is %3; its leading dimensions must be those of the query, which is %4</source>
        <translation>%1：操作数 %2 的形状是 %3；前面各维必须与查询相同，即 %4</translation>
    </message>
    <message>
        <source>%1: operand %2 is %3; it must be as the output of attention, which is %4</source>
        <translation>%1：操作数 %2 的形状是 %3；必须与注意力的输出相同，即 %4</translation>
    </message>
    <message>
        <source>broadcast_to: %1 cannot be stretched to %2; only dimensions of size 1 can</source>
        <translation>broadcast_to：%1 不能扩展为 %2；只有大小为 1 的维可以扩展</translation>
    </message>
    <message>
        <source>cast: the kind is &quot;%1&quot;; it must be real, int or bool</source>
        <translation>cast：类型为“%1”；应为 real、int 或 bool</translation>
    </message>
    <message>
        <source>concatenate: has no operands; it needs at least 1</source>
        <translation>concatenate：没有操作数；至少需要 1 个</translation>
    </message>
    <message>
        <source>cross_entropy: the classes are %1; the logits, %2, need one for each row</source>
        <translation>cross_entropy：类别的形状是 %1；logits 为 %2，每行需要一个类别</translation>
    </message>
    <message>
        <source>cross_entropy: the logits are %1; over nothing there is no mean</source>
        <translation>cross_entropy：logits 的形状是 %1；没有元素就没有平均值</translation>
    </message>
    <message>
        <source>cross_entropy: the class of row %1 is %2; it must be in [0, %3)</source>
        <translation>cross_entropy：第 %1 行的类别是 %2；应在 [0, %3) 之内</translation>
    </message>
    <message>
        <source>Logarithms of the probabilities</source>
        <translation>概率的对数</translation>
    </message>
    <message>
        <source>Of the right classes</source>
        <translation>正确类别的对数概率</translation>
    </message>
    <message>
        <source>Only the probability given to the right class counts.</source>
        <translation>只有给予正确类别的概率起作用。</translation>
    </message>
    <message>
        <source>gelu: the form is &quot;%1&quot;; it must be &quot;erf&quot; or &quot;tanh&quot;</source>
        <translation>gelu：形式为“%1”；应为“erf”或“tanh”</translation>
    </message>
    <message>
        <source>Row mean</source>
        <translation>行均值</translation>
    </message>
    <message>
        <source>The mean of each row&apos;s elements.</source>
        <translation>每行元素的平均值。</translation>
    </message>
    <message>
        <source>Subtract mean</source>
        <translation>减去均值</translation>
    </message>
    <message>
        <source>Every row now has mean 0.</source>
        <translation>现在每一行的均值为 0。</translation>
    </message>
    <message>
        <source>Row variance</source>
        <translation>行方差</translation>
    </message>
    <message>
        <source>The mean of the squared differences from the mean.</source>
        <translation>与均值之差的平方的平均值。</translation>
    </message>
    <message>
        <source>Row deviation</source>
        <translation>行标准差</translation>
    </message>
    <message>
        <source>The small number under the root keeps it from being 0.</source>
        <translation>根号下的小数使它不会为 0。</translation>
    </message>
    <message>
        <source>Divide by deviation</source>
        <translation>除以标准差</translation>
    </message>
    <message>
        <source>Every row now has variance 1, but for epsilon; a row of equal numbers is 0.</source>
        <translation>除 epsilon 的影响外，现在每一行的方差为 1；各数相等的行为 0。</translation>
    </message>
    <message>
        <source>Row maximum</source>
        <translation>行最大值</translation>
    </message>
    <message>
        <source>The largest score of each row.</source>
        <translation>每一行的最大分数。</translation>
    </message>
    <message>
        <source>Subtract maximum</source>
        <translation>减去最大值</translation>
    </message>
    <message>
        <source>No exponential can overflow now, and the result stays the same.</source>
        <translation>现在指数不会溢出，而结果不变。</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>Every score becomes positive.</source>
        <translation>每个分数都变成正数。</translation>
    </message>
    <message>
        <source>Logarithm of the row sum</source>
        <translation>行和的对数</translation>
    </message>
    <message>
        <source>Subtracting it is dividing the exponentials by their sum.</source>
        <translation>减去它，就是用指数的和去除各个指数。</translation>
    </message>
    <message>
        <source>matmul: %1%2 times %3%4 does not fit; the inner sizes are %5 and %6 and must be equal</source>
        <translation>matmul：%1%2 与 %3%4 不能相乘；内侧大小为 %5 和 %6，两者必须相等</translation>
    </message>
    <message>
        <source>mean_squared_error: the prediction is %1 and the target is %2; both must have one shape</source>
        <translation>mean_squared_error：预测的形状是 %1，目标的形状是 %2；两者必须相同</translation>
    </message>
    <message>
        <source>mean_squared_error: the prediction is %1; over nothing there is no mean</source>
        <translation>mean_squared_error：预测的形状是 %1；没有元素就没有平均值</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Prediction minus target.</source>
        <translation>预测减去目标。</translation>
    </message>
    <message>
        <source>Squared errors</source>
        <translation>误差的平方</translation>
    </message>
    <message>
        <source>permute: the order %1 must name each of the %2 axes once</source>
        <translation>permute：次序 %1 必须恰好列出 %2 个轴各一次</translation>
    </message>
    <message>
        <source>reshape: %1 has %2 elements and %3 has %4; the numbers must be equal</source>
        <translation>reshape：%1 有 %2 个元素，%3 有 %4 个；两者必须相等</translation>
    </message>
    <message>
        <source>sample_index: uniforms %1 must have the shape of %2 without its last axis</source>
        <translation>sample_index：uniforms 的形状是 %1，应为 %2 去掉最后一个轴</translation>
    </message>
    <message>
        <source>scan: has no sequence; it needs at least 1, whose first axis is time</source>
        <translation>scan：没有序列；至少需要 1 个，其第一个轴为时间</translation>
    </message>
    <message>
        <source>scan: has %1 operands and its body takes %2; the numbers must be equal</source>
        <translation>scan：有 %1 个操作数，而循环体接收 %2 个；两者必须相等</translation>
    </message>
    <message>
        <source>scan: %1 has %2 steps and sequence 0 has %3; they must be equal</source>
        <translation>scan：%1 有 %2 步，序列 0 有 %3 步；两者必须相等</translation>
    </message>
    <message>
        <source>scan: %1 gives %2 to the body, which takes %3</source>
        <translation>scan：%1 交给循环体的是 %2，而它接收 %3</translation>
    </message>
    <message>
        <source>scan: its body has %1 outputs; it needs at least %2, one for each carry</source>
        <translation>scan：循环体有 %1 个输出；至少需要 %2 个，每个传递状态一个</translation>
    </message>
    <message>
        <source>scan: carry %1 is %2 and its body makes %3 of it; they must be equal</source>
        <translation>scan：传递状态 %1 是 %2，循环体把它变成 %3；两者必须相同</translation>
    </message>
    <message>
        <source>scatter_add: updates %1 must hold the indices&apos; shape %2 at axis %3</source>
        <translation>scatter_add：更新值 %1 在轴 %3 处必须具有索引的形状 %2</translation>
    </message>
    <message>
        <source>scatter_along_last: updates %1 and indices %2 must have the same shape</source>
        <translation>scatter_along_last：更新值 %1 与索引 %2 的形状必须相同</translation>
    </message>
    <message>
        <source>%1: operand %2 is %3; it must stretch to the scores, which are %4</source>
        <translation>%1：操作数 %2 的形状是 %3；必须能扩展为分数的形状 %4</translation>
    </message>
    <message>
        <source>%1: operand 0 is %2; its rows have no elements to normalise</source>
        <translation>%1：操作数 0 的形状是 %2；它的行没有可归一化的元素</translation>
    </message>
    <message>
        <source>%1: index %2 at position %3 is outside [0, %4)</source>
        <translation>%1：位置 %3 处的索引 %2 超出 [0, %4)</translation>
    </message>
    <message>
        <source>%1: has %2 operands; it needs %3</source>
        <translation>%1：有 %2 个操作数；需要 %3 个</translation>
    </message>
    <message>
        <source>%1: operand %2 is %3; it must be %4</source>
        <translation>%1：操作数 %2 是 %3；应为 %4</translation>
    </message>
    <message>
        <source>%1: operand %2 is %3; it must have at least %4 dimensions</source>
        <translation>%1：操作数 %2 是 %3；至少需要 %4 维</translation>
    </message>
    <message>
        <source>%1: axis %2 is outside [0, %3) of operand 0, which is %4</source>
        <translation>%1：轴 %2 超出 [0, %3)；操作数 0 的形状是 %4</translation>
    </message>
    <message>
        <source>%1: operand 0 is %2; over no elements it has no result</source>
        <translation>%1：操作数 0 的形状是 %2；没有元素就没有结果</translation>
    </message>
    <message>
        <source>slice: %1 to %2 by %3 along axis %4 of %5; it must lie in [0, %6] and go forward</source>
        <translation>slice：沿 %5 的轴 %4 从 %1 到 %2、步长 %3；必须位于 [0, %6] 之内且向前进行</translation>
    </message>
    <message>
        <source>softmax: the mask is %1; it must fit or stretch to the scores, which are %2</source>
        <translation>softmax：掩码的形状是 %1；必须与分数的形状 %2 相同或能扩展为它</translation>
    </message>
    <message>
        <source>The largest allowed score of each row; 0 where nothing is allowed.</source>
        <translation>每一行允许的最大分数；完全不允许的行为 0。</translation>
    </message>
    <message>
        <source>No exponential can overflow now, and the weights stay the same.</source>
        <translation>现在指数不会溢出，而权重不变。</translation>
    </message>
    <message>
        <source>Every allowed score becomes positive; what is masked out counts as 0.</source>
        <translation>每个允许的分数都变成正数；被掩码的计为 0。</translation>
    </message>
    <message>
        <source>Row sum</source>
        <translation>行和</translation>
    </message>
    <message>
        <source>What each row is divided by, so that its weights add up to 1.</source>
        <translation>每一行除以这个数，权重之和就是 1。</translation>
    </message>
    <message>
        <source>take_along_last: indices %1 must have the shape of %2 without its last axis</source>
        <translation>take_along_last：索引的形状是 %1，应为 %2 去掉最后一个轴</translation>
    </message>
    <message>
        <source>top_k: k is %1; it must be in [0, %2], the size of the last axis of %3</source>
        <translation>top_k：k 为 %1；应在 [0, %2] 之内，即 %3 最后一个轴的大小</translation>
    </message>
    <message>
        <source>unslice: %1 elements from %2 by %3 do not fit into size %4 of axis %5</source>
        <translation>unslice：从 %2 起、步长 %3 的 %1 个元素放不进轴 %5 的大小 %4</translation>
    </message>
    <message>
        <source>concatenate: operand %1 is %2 and operand 0 is %3; all sizes but those of axis %4 must be equal</source>
        <translation>concatenate：操作数 %1 的形状是 %2，操作数 0 的形状是 %3；除轴 %4 外，各维大小必须相等</translation>
    </message>
    <message>
        <source>layer_norm: operand %1 is %2; it must have shape %3, one number for each place of the rows of operand 0, which is %4</source>
        <translation>layer_norm：操作数 %1 的形状是 %2；应为 %3，操作数 0 (%4) 的每行每个位置一个数</translation>
    </message>
    <message>
        <source>%1: query %2 and key %3 must have equal last sizes, key and value %4 equal numbers of rows</source>
        <translation>%1：查询 %2 与键 %3 的最后一维必须相等，键与值 %4 的行数必须相等</translation>
    </message>
    <message>
        <source> (transposed)</source>
        <translation>（转置）</translation>
    </message>
</context>
<context>
    <name>Override</name>
    <message>
        <source>there is no step &quot;%1&quot; in this model</source>
        <translation>此模型中没有步骤“%1”</translation>
    </message>
    <message>
        <source>the cell lies outside step &quot;%1&quot;, which is %2</source>
        <translation>单元格不在步骤“%1”之内，其形状是 %2</translation>
    </message>
</context>
<context>
    <name>PaddingMask</name>
    <message>
        <source>&quot;%1&quot; is no item; there are items 0 to %2</source>
        <translation>没有名为“%1”的项；各项编号为 0 到 %2</translation>
    </message>
    <message>
        <source>Hidden items</source>
        <translation>隐藏的项</translation>
    </message>
    <message>
        <source>No query may attend to the hidden items.</source>
        <translation>任何查询都不能关注隐藏的项。</translation>
    </message>
    <message>
        <source>Some items are hidden as keys from all queries.</source>
        <translation>对所有查询，把某些项作为键隐藏起来。</translation>
    </message>
    <message>
        <source>No query may attend to the hidden items. They are given by their numbers, from 0.</source>
        <translation>任何查询都不能关注隐藏的项。它们用编号给出，从 0 开始。</translation>
    </message>
    <message>
        <source>Padding must not be looked at, and hiding a word shows what it was good for.</source>
        <translation>填充不应被看到；隐藏一个词，可以看出它有什么作用。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Numbers of the hidden items, separated by commas; negative ones count from the end.</source>
        <translation>隐藏的项的编号，以逗号分隔；负数从末尾数起。</translation>
    </message>
</context>
<context>
    <name>Parameter</name>
    <message>
        <source>the parameter &quot;%1&quot; is &quot;%2&quot;; it must be %3</source>
        <translation>参数“%1”为“%2”；应为 %3</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true（真）或 false（假）</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
</context>
<context>
    <name>Phase</name>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>打分</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Normalise</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Mix</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Transform</source>
        <translation>变换</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
</context>
<context>
    <name>Pooling</name>
    <message>
        <source>Pooled</source>
        <translation>池化结果</translation>
    </message>
    <message>
        <source>One row for the whole sequence.</source>
        <translation>整个序列合成一行。</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Makes one row of many: mean, maximum or sum over the items.</source>
        <translation>把多行合成一行：对各项取平均、最大值或和。</translation>
    </message>
    <message>
        <source>For each channel, the mean, the largest value or the sum over all valid items.</source>
        <translation>对每个通道，取所有有效项的平均值、最大值或和。</translation>
    </message>
    <message>
        <source>A sentence or a picture needs one row for a decision about the whole.</source>
        <translation>要对整个句子或图像作判断，就需要用一行表示它。</translation>
    </message>
    <message>
        <source>The order of the items and their number (for the mean) are lost.</source>
        <translation>各项的次序会丢失；取平均时，项数也会丢失。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>What is taken over the items.</source>
        <translation>对各项取什么。</translation>
    </message>
</context>
<context>
    <name>Resources</name>
    <message>
        <source>&quot;%1&quot; is not the name of a resource.</source>
        <translation>“%1”不是资源的名称。</translation>
    </message>
    <message>
        <source>HEED_RESOURCES names %1, which is not a folder.</source>
        <translation>HEED_RESOURCES 指定的 %1 不是文件夹。</translation>
    </message>
    <message>
        <source>The program&apos;s resources were not found: there is no %1, %2 or %3. HEED_RESOURCES can name their folder.</source>
        <translation>没有找到程序的资源：%1、%2 和 %3 都不存在。可以用 HEED_RESOURCES 指定它们的文件夹。</translation>
    </message>
</context>
<context>
    <name>ResultFacts</name>
    <message>
        <source>a row of weights misses 1 by %1</source>
        <translation>有一行权重之和与 1 相差 %1</translation>
    </message>
    <message>
        <source>every row sums to 1</source>
        <translation>每行之和为 1</translation>
    </message>
    <message>
        <source>every row sums to 1 within %1</source>
        <translation>每行之和为 1，误差不超过 %1</translation>
    </message>
    <message>
        <source>%1, %2 fully masked</source>
        <translation>%1，%2 行全部被掩码</translation>
    </message>
    <message>
        <source>random weights, seed %1</source>
        <translation>随机权重，种子 %1</translation>
    </message>
    <message>
        <source>trained weights</source>
        <translation>训练所得的权重</translation>
    </message>
    <message>
        <source>weights from a file</source>
        <translation>来自文件的权重</translation>
    </message>
    <message>
        <source>weights set by hand</source>
        <translation>权重手工设定</translation>
    </message>
    <message>
        <source>named features</source>
        <translation>具名特征</translation>
    </message>
    <message>
        <source>named features, %1</source>
        <translation>具名特征，%1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
</context>
<context>
    <name>RowBars</name>
    <message>
        <source>A row of bars has one dimension; this is %1.</source>
        <translation>一行条形图只有一维；这里的形状是 %1。</translation>
    </message>
    <message>
        <source>The mask is %1 and the row %2; they must be equal.</source>
        <translation>掩码的形状是 %1，行的形状是 %2；两者必须相同。</translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>%1 tensors were given for the %2 inputs of the program</source>
        <translation>给出了 %1 个张量，而程序有 %2 个输入</translation>
    </message>
    <message>
        <source>input &quot;%1&quot; was given %2; it needs %3</source>
        <translation>输入“%1”得到 %2；它需要 %3</translation>
    </message>
    <message>
        <source>the computation needs %1 GB of memory and this machine has %2 GB</source>
        <translation>计算需要 %1 GB 内存，本机有 %2 GB</translation>
    </message>
</context>
<context>
    <name>Safetensors</name>
    <message>
        <source>the header does not begin with &quot;{&quot;</source>
        <translation>文件头不以“{”开头</translation>
    </message>
    <message>
        <source>the tensors take %1 bytes; the file has %2 after its header</source>
        <translation>张量占 %1 字节；文件在文件头之后有 %2 字节</translation>
    </message>
    <message>
        <source>%1 has no tensor &quot;%2&quot;.</source>
        <translation>%1 中没有张量“%2”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; begins at byte %2; the tensor before it ends at byte %3, and neither gaps nor overlaps are allowed</source>
        <translation>“%1”从第 %2 字节开始；前一个张量在第 %3 字节结束，而两者之间不允许有间隙或重叠</translation>
    </message>
    <message>
        <source>elements of type &quot;%1&quot; are not read; BOOL, I8 to I64, U8 to U64, F16, BF16, F32 and F64 are</source>
        <translation>不读取类型为“%1”的元素；可读取 BOOL、I8 到 I64、U8 到 U64、F16、BF16、F32 和 F64</translation>
    </message>
    <message>
        <source>expected two offsets, found %1</source>
        <translation>应有两个偏移量，实际有 %1 个</translation>
    </message>
    <message>
        <source>from %1 to %2 does not hold %3 of %4, which takes %5 bytes</source>
        <translation>从 %1 到 %2 容不下类型为 %4 的 %3，它需要 %5 字节</translation>
    </message>
    <message>
        <source>%1 ends after %2 bytes; a document of Heed, like every safetensors file, begins with 8 bytes that say how long its header is. The file is probably incomplete, as after a broken download.</source>
        <translation>%1 在 %2 字节之后就结束了；Heed 的文档与每个 safetensors 文件一样，以 8 字节的文件头长度开头。文件可能不完整，例如下载中断。</translation>
    </message>
    <message>
        <source>%1 is neither a document of Heed nor another safetensors file: its first 8 bytes declare a header of %2 bytes; the format allows %3.</source>
        <translation>%1 既不是 Heed 的文档，也不是其他 safetensors 文件：它的前 8 字节声明文件头有 %2 字节；格式最多允许 %3 字节。</translation>
    </message>
    <message>
        <source>%1 ends after %2 bytes; its first 8 bytes declare a header that reaches to byte %3. The file is probably incomplete, as after a broken download.</source>
        <translation>%1 在 %2 字节之后就结束了；它的前 8 字节声明文件头到第 %3 字节为止。文件可能不完整，例如下载中断。</translation>
    </message>
    <message>
        <source>the file ends after %1 bytes; by its header, the numbers reach to byte %2. It is probably incomplete, as after a broken download.</source>
        <translation>文件在 %1 字节之后就结束了；按文件头所述，数据到第 %2 字节为止。文件可能不完整，例如下载中断。</translation>
    </message>
</context>
<context>
    <name>ScaledDotProduct</name>
    <message>
        <source>Scaled dot-product attention</source>
        <translation>缩放点积注意力</translation>
    </message>
    <message>
        <source>Compares queries with keys by dot products and mixes the values by softmax weights.</source>
        <translation>用点积比较查询与键，并按 softmax 权重混合各个值。</translation>
    </message>
    <message>
        <source>Every query is multiplied with every key; the scores are divided by the square root of the width, and softmax turns each row into weights that add up to 1. The output of a query is the mean of the values under its weights.</source>
        <translation>每个查询与每个键相乘；分数除以宽度的平方根，softmax 把每一行变成总和为 1 的权重。查询的输出是按这些权重取的值的加权平均。</translation>
    </message>
    <message>
        <source>It is the mechanism of the Transformer: two matrix products, no parameters of its own, and every pair of items compared at once.</source>
        <translation>这是 Transformer 所用的机制：两次矩阵乘法，没有自己的参数，所有成对的项一次比完。</translation>
    </message>
    <message>
        <source>A large weight says where the output was read from, not why a model answers as it does.</source>
        <translation>权重大只说明输出读自何处，不说明模型为何这样回答。</translation>
    </message>
</context>
<context>
    <name>Shape</name>
    <message>
        <source>a tensor has %1 dimensions; at most %2 are possible</source>
        <translation>张量有 %1 维；至多允许 %2 维</translation>
    </message>
    <message>
        <source>a dimension has size %1; it must not be negative</source>
        <translation>有一维的大小是 %1；不能为负</translation>
    </message>
    <message>
        <source>a tensor of shape %1 cannot gain a dimension; at most %2 are possible</source>
        <translation>形状为 %1 的张量不能再增加一维；至多允许 %2 维</translation>
    </message>
    <message>
        <source>%1: axis %2 is outside [-%3, %3)</source>
        <translation>%1：轴 %2 超出 [−%3, %3)</translation>
    </message>
    <message>
        <source>%1: shapes %2 and %3 do not fit; each dimension, from the last, must be equal or 1</source>
        <translation>%1：形状 %2 与 %3 不相容；从最后一维起，各维必须相等或为 1</translation>
    </message>
</context>
<context>
    <name>SinusoidalPositions</name>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Every place has its own pattern of waves.</source>
        <translation>每个位置有自己的波形。</translation>
    </message>
    <message>
        <source>With positions</source>
        <translation>加上位置之后</translation>
    </message>
    <message>
        <source>Sinusoidal positions</source>
        <translation>正弦位置编码</translation>
    </message>
    <message>
        <source>Marks every place with sines and cosines of different lengths.</source>
        <translation>用不同波长的正弦和余弦标记每个位置。</translation>
    </message>
    <message>
        <source>Place p gets sin(p / b^(2i/d)) and cos of the same in pairs of channels, with the base b. They are added to the input, or appended to it as channels of their own.</source>
        <translation>位置 p 在成对的通道中得到 sin(p / b^(2i/d)) 及其余弦，底数为 b。它们加到输入上，或作为单独的通道附加在后面。</translation>
    </message>
    <message>
        <source>Attention itself does not know the order of its items; the positions tell it.</source>
        <translation>注意力本身不知道各项的次序；位置编码告诉它。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Positions are</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>Appended</source>
        <translation>附加</translation>
    </message>
    <message>
        <source>Added to the channels, or appended as channels of their own.</source>
        <translation>加到原有通道上，或作为单独的通道附加在后面。</translation>
    </message>
    <message>
        <source>Appended channels</source>
        <translation>附加通道数</translation>
    </message>
    <message>
        <source>How many channels are appended; the last of an odd number is a sine alone.</source>
        <translation>附加多少个通道；个数为奇数时，最后一个只有正弦。</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>底数</translation>
    </message>
    <message>
        <source>The longest wave is about this many places times 2 pi.</source>
        <translation>最长的波大约是这么多个位置乘以 2π。</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>scaled scores</source>
        <translation>缩放后的分数</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>row maximum</source>
        <translation>行最大值</translation>
    </message>
    <message>
        <source>− row maximum</source>
        <translation>− 行最大值</translation>
    </message>
    <message>
        <source>row sum</source>
        <translation>行和</translation>
    </message>
    <message>
        <source>÷ row sum</source>
        <translation>÷ 行和</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>fixed scale</source>
        <translation>固定刻度</translation>
    </message>
    <message>
        <source>own maximum</source>
        <translation>自身最大值</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩码</translation>
    </message>
    <message>
        <source>Drag a number, turn the wheel on it, or press F2 to change it.</source>
        <translation>拖动数字、在数字上滚动滚轮或按 F2，即可修改它。</translation>
    </message>
    <message>
        <source>each pixel: largest of %1 × %2</source>
        <translation>每个像素：%1 × %2 中的最大值</translation>
    </message>
    <message>
        <source>the strongest of row %1</source>
        <translation>第 %1 行中最强的</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>row: %1: shown %2, exact %3</source>
        <translation>行：%1：显示 %2，精确 %3</translation>
    </message>
    <message numerus="yes">
        <source>other %n keys: %1 together</source>
        <translation>
            <numerusform>其余 %n 个键：合计 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>narrow columns %1 px, order unchanged</source>
        <translation>窄列 %1 px，次序不变</translation>
    </message>
    <message>
        <source>row adds up to %1</source>
        <translation>本行之和为 %1</translation>
    </message>
    <message>
        <source>row: shown %1</source>
        <translation>本行：显示 %1</translation>
    </message>
    <message>
        <source>exact %1</source>
        <translation>精确 %1</translation>
    </message>
    <message>
        <source>&lt;.01 is positive and rounds to zero; 0 is exactly zero</source>
        <translation>&lt;.01 为正数，舍入为零；0 恰为零</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>mask, %1 of %2</source>
        <translation>掩码，%1 / %2</translation>
    </message>
    <message>
        <source>product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>index</source>
        <translation>序号</translation>
    </message>
    <message numerus="yes">
        <source>… %n more</source>
        <translation>
            <numerusform>… 另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n of ten chips laid</source>
        <translation>
            <numerusform>十枚筹码已放 %n 枚</numerusform>
        </translation>
    </message>
    <message>
        <source>ten chips: total variation distance %1</source>
        <translation>十枚筹码：总变差距离 %1</translation>
    </message>
    <message>
        <source>Drag over cells to paint; Space changes the cell with the brackets.</source>
        <translation>拖过单元格即可绘制；空格键更改方括号所在的单元格。</translation>
    </message>
    <message>
        <source>g − mean</source>
        <translation>g − 均值</translation>
    </message>
    <message>
        <source>gradient of the %1</source>
        <translation>%1的梯度</translation>
    </message>
    <message>
        <source>one step of size 1 along the pushes</source>
        <translation>沿推动走一步（步长 1）</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>%1: %2 → %3; the pushes foretell %4, the step gives %5</source>
        <translation>%1：%2 → %3；按推动预计 %4，实际走一步得 %5</translation>
    </message>
    <message>
        <source>gradient at the weights</source>
        <translation>权重处的梯度</translation>
    </message>
    <message>
        <source>small: a</source>
        <translation>小字：a</translation>
    </message>
    <message>
        <source>mean of g</source>
        <translation>g 的均值</translation>
    </message>
    <message>
        <source>weighted by a</source>
        <translation>按 a 加权</translation>
    </message>
    <message>
        <source>gradient at the scores</source>
        <translation>分数处的梯度</translation>
    </message>
    <message>
        <source>small: z</source>
        <translation>小字：z</translation>
    </message>
    <message>
        <source>rounded</source>
        <translation>有舍入</translation>
    </message>
    <message>
        <source>pushes</source>
        <translation>推动</translation>
    </message>
    <message>
        <source>on the score of each key, to raise this number</source>
        <translation>作用于每个键的分数，使这个数变大</translation>
    </message>
    <message>
        <source>up %1</source>
        <translation>向上 %1</translation>
    </message>
    <message>
        <source>down %1</source>
        <translation>向下 %1</translation>
    </message>
    <message>
        <source>sum %1</source>
        <translation>合计 %1</translation>
    </message>
    <message>
        <source>what was chosen</source>
        <translation>选中的结果</translation>
    </message>
    <message>
        <source>no gradient arrives here</source>
        <translation>梯度到不了这里</translation>
    </message>
    <message>
        <source>no gradient past %1</source>
        <translation>%1之后没有梯度</translation>
    </message>
    <message>
        <source>tile %1 of %2</source>
        <translation>第 %1 块，共 %2 块</translation>
    </message>
    <message>
        <source>tile %1</source>
        <translation>块 %1</translation>
    </message>
    <message>
        <source>after tile</source>
        <translation>块之后</translation>
    </message>
    <message>
        <source>its max</source>
        <translation>块内最大</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>keys %1 to %2</source>
        <translation>键 %1 至 %2</translation>
    </message>
    <message>
        <source>as A V gives it, within %1</source>
        <translation>与 A V 的结果相差不超过 %1</translation>
    </message>
    <message>
        <source>one cell: product %1 of %2</source>
        <translation>一个格子：第 %1 个乘积，共 %2 个</translation>
    </message>
    <message>
        <source>one row: cell %1 of %2</source>
        <translation>一行：第 %1 格，共 %2 格</translation>
    </message>
    <message>
        <source>all: row %1 of %2</source>
        <translation>全部：第 %1 行，共 %2 行</translation>
    </message>
    <message>
        <source>the %1 strongest keys of this row</source>
        <translation>这一行最强的 %1 个键</translation>
    </message>
    <message>
        <source>r %1</source>
        <translation>行 %1</translation>
    </message>
    <message>
        <source>c %1</source>
        <translation>列 %1</translation>
    </message>
    <message>
        <source>1 channel</source>
        <translation>1 个通道</translation>
    </message>
    <message>
        <source>%1 channels</source>
        <translation>%1 个通道</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>sum = score</source>
        <translation>和 = 分数</translation>
    </message>
    <message>
        <source>weight, step %1</source>
        <translation>权重，步骤 %1</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>各组</translation>
    </message>
    <message>
        <source>weight of step %1, over the picture in grey</source>
        <translation>步骤 %1 的权重，叠加在灰度图像上</translation>
    </message>
    <message>
        <source>weight of step %1</source>
        <translation>步骤 %1 的权重</translation>
    </message>
    <message>
        <source>weights after step %1</source>
        <translation>步骤 %1 之后显示权重</translation>
    </message>
    <message>
        <source>largest weight of the row: %1 with the division, %2 without</source>
        <translation>该行最大权重：除后为 %1，不除为 %2</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>抽取</translation>
    </message>
    <message>
        <source>overridden: computed %1</source>
        <translation>已替换：计算值 %1</translation>
    </message>
    <message>
        <source>overridden</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>softmax without the division</source>
        <translation>不除时的 softmax</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>The colour of an edge is the weight in step %1; weak patches are veiled.</source>
        <translation>边框的颜色是第 %1 步的权重;弱的图块被遮淡。</translation>
    </message>
    <message>
        <source>part of the scores</source>
        <translation>得分的一部分</translation>
    </message>
</context>
<context>
    <name>StepFigures</name>
    <message>
        <source>&quot;%1&quot; has no attention weights to show</source>
        <translation>“%1”没有可显示的注意力权重</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no picture to lay weights over</source>
        <translation>“%1”没有可叠加权重的图像</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>No mask</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <source>the index jumps from one whole number to another and is constant between</source>
        <translation>下标从一个整数跳到另一个整数，其间保持不变</translation>
    </message>
    <message>
        <source>the drawn index jumps from one whole number to another and is constant between</source>
        <translation>抽到的下标从一个整数跳到另一个整数，其间保持不变</translation>
    </message>
    <message>
        <source>integers and truths do not vary continuously</source>
        <translation>整数与真值不会连续变化</translation>
    </message>
    <message>
        <source>a truth has no derivative</source>
        <translation>真值没有导数</translation>
    </message>
    <message>
        <source>a step function: its derivative is 0 wherever there is one</source>
        <translation>阶跃函数：凡是有导数的地方，导数都是 0</translation>
    </message>
    <message>
        <source>it is there to end the gradient</source>
        <translation>它就是用来截断梯度的</translation>
    </message>
    <message>
        <source>arg-max</source>
        <translation>取最大下标</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>the stop</source>
        <translation>梯度截断</translation>
    </message>
    <message>
        <source>%1 has no gradient: %2.</source>
        <translation>%1没有梯度：%2。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>No gradient past %1</source>
        <translation>%1之后没有梯度</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a step and its block</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>SwinAttention</name>
    <message>
        <source>the %1 items have no grid; connect the patches of an image or set the rows</source>
        <translation>这 %1 项没有网格；连接图像的图块，或设定行数</translation>
    </message>
    <message>
        <source>%1 items do not fill a grid of %2 rows</source>
        <translation>%1 项不能填满 %2 行的网格</translation>
    </message>
    <message>
        <source>the shift is %1; it must be less than the window, %2</source>
        <translation>移位为 %1；它必须小于窗口 %2</translation>
    </message>
    <message>
        <source>the patches have %1 channels, which %2 heads cannot share evenly</source>
        <translation>图块有 %1 个通道，%2 个头不能平分</translation>
    </message>
    <message>
        <source>Rolled grid</source>
        <translation>滚动后的网格</translation>
    </message>
    <message>
        <source>The grid moves up and left by the shift; what leaves comes in on the other side.</source>
        <translation>网格按移位向左上移动；移出的部分从另一侧进来。</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>各窗口</translation>
    </message>
    <message>
        <source>The grid is cut into square windows; each attends by itself.</source>
        <translation>网格切成正方形窗口；每个窗口单独做注意力。</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Cells that the roll brought together from opposite sides have different numbers.</source>
        <translation>因滚动而从相对两侧聚到一起的格子，编号不同。</translation>
    </message>
    <message>
        <source>Regions in each window</source>
        <translation>各窗口中的区域</translation>
    </message>
    <message>
        <source>Only cells with the same number may attend to each other.</source>
        <translation>只有编号相同的格子才可以互相关注。</translation>
    </message>
    <message>
        <source>Who may attend to whom</source>
        <translation>谁可以关注谁</translation>
    </message>
    <message>
        <source>Cells of the same region; padding is in none.</source>
        <translation>同一区域的格子；填充不属于任何区域。</translation>
    </message>
    <message>
        <source>Bias by relative position</source>
        <translation>按相对位置的偏置</translation>
    </message>
    <message>
        <source>Relative positions</source>
        <translation>相对位置</translation>
    </message>
    <message>
        <source>Which row of the table belongs to a pair of cells.</source>
        <translation>每一对格子对应表中的哪一行。</translation>
    </message>
    <message>
        <source>Position bias</source>
        <translation>位置偏置</translation>
    </message>
    <message>
        <source>What is added to a score for where the two cells lie.</source>
        <translation>根据两个格子的位置加到分数上的数。</translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>How well does each query match each key of its window?</source>
        <translation>每个查询与所在窗口的每个键有多吻合？</translation>
    </message>
    <message>
        <source>Divide by √%1</source>
        <translation>除以 √%1</translation>
    </message>
    <message>
        <source>Dividing keeps softmax from choosing only one key.</source>
        <translation>除以它，softmax 才不会只选一个键。</translation>
    </message>
    <message>
        <source>With the position bias</source>
        <translation>加上位置偏置</translation>
    </message>
    <message>
        <source>Each score gets the bias of the pair&apos;s relative position.</source>
        <translation>每个分数加上这一对相对位置的偏置。</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>What does each cell look for?</source>
        <translation>每个格子在寻找什么？</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>What does each cell offer to be found by?</source>
        <translation>每个格子凭什么被找到？</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>What does each cell hand on?</source>
        <translation>每个格子交出什么？</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>Softmax over the cells of the window that belong to the same region.</source>
        <translation>对窗口内属于同一区域的格子做 softmax。</translation>
    </message>
    <message>
        <source>Weighted values</source>
        <translation>加权求和</translation>
    </message>
    <message>
        <source>Each cell takes the mean of its window&apos;s values, by its row of weights.</source>
        <translation>每个格子按自己那一行权重，取窗口中各值的加权平均。</translation>
    </message>
    <message>
        <source>Outputs of the windows</source>
        <translation>各窗口的输出</translation>
    </message>
    <message>
        <source>The heads side by side, mapped to the width of the patches.</source>
        <translation>各头并排拼接，再映射到图块的宽度。</translation>
    </message>
    <message>
        <source>Rolled back</source>
        <translation>滚回原位</translation>
    </message>
    <message>
        <source>The windows are put together and the roll is undone; padding is cut off.</source>
        <translation>把各窗口拼回一起并撤销滚动；填充被裁去。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Patches on each side of a window; a grid that is smaller is one window.</source>
        <translation>窗口每边的图块数；网格更小时，整个网格就是一个窗口。</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>移位</translation>
    </message>
    <message>
        <source>By how many patches the windows are moved; every second layer takes half a window.</source>
        <translation>窗口移动多少个图块；每隔一层移动半个窗口。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>How many heads attend side by side; they share the channels evenly.</source>
        <translation>有多少个头并行关注；它们平分通道。</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Whether a bias is added after each map.</source>
        <translation>每个映射之后是否加上偏置。</translation>
    </message>
    <message>
        <source>Whether scores get a bias by the relative position of the two patches.</source>
        <translation>分数是否加上由两个图块相对位置决定的偏置。</translation>
    </message>
    <message>
        <source>Rows of the grid</source>
        <translation>网格的行数</translation>
    </message>
    <message>
        <source>How many rows the items form; 0 takes the grid of the picture.</source>
        <translation>各项排成多少行；0 表示取图像的网格。</translation>
    </message>
    <message>
        <source>Swin window attention</source>
        <translation>Swin 窗口注意力</translation>
    </message>
    <message>
        <source>Patches of a picture attend to each other inside windows, which may be shifted.</source>
        <translation>图像的图块在窗口内互相关注，窗口可以移位。</translation>
    </message>
    <message>
        <source>The grid of patches is cut into square windows, and every window attends by itself, with a bias for the relative position of the two patches. With a shift the grid is rolled first and rolled back afterwards; a mask keeps apart what was not together before.</source>
        <translation>图块的网格切成正方形窗口，每个窗口单独做注意力，并按两个图块的相对位置加偏置。有移位时，先滚动网格，之后再滚回；掩码把原来不相邻的部分隔开。</translation>
    </message>
    <message>
        <source>The cost grows with the number of patches and not with its square, and shifted windows in every second layer let neighbours across a border meet.</source>
        <translation>计算量随图块数增长，而不是随其平方增长；每隔一层移动窗口，使边界两侧的相邻图块得以相遇。</translation>
    </message>
    <message>
        <source>One layer sees only its window: that a patch takes nothing from another says nothing about the two if a border lies between them.</source>
        <translation>单独一层只看得到自己的窗口：如果两个图块之间有边界，一个没有从另一个取得任何内容，并不说明两者的关系。</translation>
    </message>
    <message>
        <source>Patches</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Weights of each window and head</source>
        <translation>各窗口各头的权重</translation>
    </message>
</context>
<context>
    <name>Synonyms</name>
    <message>
        <source>language, Chinese, English, options, preferences, font size, decimals, animation, motion, dark, light, colours</source>
        <translation>语言, 中文, 英文, 选项, 偏好, 字号, 小数位, 动画, 深色, 浅色, 颜色</translation>
    </message>
    <message>
        <source>night mode, colours, appearance</source>
        <translation>夜间模式, 颜色, 外观, 深色, 浅色</translation>
    </message>
    <message>
        <source>projector, presentation, full screen, big, beamer</source>
        <translation>投影, 演示, 全屏, 大字</translation>
    </message>
    <message>
        <source>zoom in, bigger, font size</source>
        <translation>放大, 字号</translation>
    </message>
    <message>
        <source>zoom out, font size</source>
        <translation>缩小, 字号</translation>
    </message>
    <message>
        <source>panels, layout, reset</source>
        <translation>面板, 布局, 重置</translation>
    </message>
    <message>
        <source>text, words, input, prompt</source>
        <translation>文本, 词, 输入, 句子</translation>
    </message>
    <message>
        <source>palette, search</source>
        <translation>面板, 搜索</translation>
    </message>
    <message>
        <source>load, import, picture, csv</source>
        <translation>载入, 导入, 图片, csv</translation>
    </message>
    <message>
        <source>figure, picture, PDF, PNG, SVG, slide, save image</source>
        <translation>图, 图片, PDF, PNG, SVG, 幻灯片, 保存图像</translation>
    </message>
    <message>
        <source>hard attention, arg-max, sampling, random draw, Gumbel</source>
        <translation>硬注意力, arg-max, 采样, 随机抽取, Gumbel</translation>
    </message>
    <message>
        <source>image, photograph, vision, ViT</source>
        <translation>图像, 照片, 视觉, ViT</translation>
    </message>
    <message>
        <source>GAT, network, nodes, edges</source>
        <translation>GAT, 图网络, 节点, 边</translation>
    </message>
    <message>
        <source>transformer, BERT, layer norm</source>
        <translation>transformer, BERT, 层归一化</translation>
    </message>
    <message>
        <source>window, sliding, Luong</source>
        <translation>窗口, 滑动, Luong</translation>
    </message>
    <message>
        <source>GPT, decoder, future, triangle</source>
        <translation>GPT, 解码器, 未来, 三角</translation>
    </message>
    <message>
        <source>local, sliding, neighbours</source>
        <translation>局部, 滑动, 邻近</translation>
    </message>
    <message>
        <source>mask a word, ignore, padding</source>
        <translation>遮住一个词, 忽略, 填充</translation>
    </message>
    <message>
        <source>mask a pair, ignore</source>
        <translation>遮住一对, 忽略</translation>
    </message>
    <message>
        <source>what if, ablate, renormalise</source>
        <translation>如果, 消融, 重新归一</translation>
    </message>
    <message>
        <source>random, seed, sample, dice</source>
        <translation>随机, 种子, 采样, 骰子</translation>
    </message>
    <message>
        <source>guess, bet, predict, ten chips</source>
        <translation>猜, 下注, 预测, 十枚筹码</translation>
    </message>
    <message>
        <source>gradient, derivative, backpropagation</source>
        <translation>梯度, 导数, 反向传播</translation>
    </message>
    <message>
        <source>previous, history, return</source>
        <translation>上一个, 历史, 返回</translation>
    </message>
    <message>
        <source>animate, start, run</source>
        <translation>动画, 开始, 运行</translation>
    </message>
    <message>
        <source>flash attention, online softmax</source>
        <translation>flash attention, 在线 softmax</translation>
    </message>
    <message>
        <source>largest weight, maximum</source>
        <translation>最大权重, 最大值</translation>
    </message>
    <message>
        <source>manual, shortcuts, keyboard, how to, tutorial</source>
        <translation>手册, 快捷键, 键盘, 用法, 教程</translation>
    </message>
    <message>
        <source>tips, tour</source>
        <translation>提示, 导览</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>Encoder block</source>
        <translation>编码器块</translation>
    </message>
    <message>
        <source>One layer of a Transformer encoder over seeded word vectors with positions; all weights are random, drawn from the seed.</source>
        <translation>Transformer 编码器的一层，作用于由种子抽取的词向量加位置编码；所有权重都是由种子抽取的随机数。</translation>
    </message>
    <message>
        <source>Global and local</source>
        <translation>全局与局部</translation>
    </message>
    <message>
        <source>One head of hand-set weights over all words, and the same head when a word may look at most two words away.</source>
        <translation>一个权重手工设定的头先看全部的词，再让同一个头只看至多两个词之外。</translation>
    </message>
    <message>
        <source>Graph attention</source>
        <translation>图注意力</translation>
    </message>
    <message>
        <source>Each node of a graph mixes its neighbours by weights that its features decide; the weights of the layer are random, drawn from the seed.</source>
        <translation>图的每个节点按特征决定的权重混合邻居；这一层的权重是由种子抽取的随机数。</translation>
    </message>
    <message>
        <source>Image patches attend</source>
        <translation>图像图块的注意力</translation>
    </message>
    <message>
        <source>Each patch of a picture looks for patches like itself, by colour, texture, edges and place; features and weights are set by hand.</source>
        <translation>图像的每个图块按颜色、纹理、边缘和位置寻找与自己相像的图块；特征和权重都是手工设定的。</translation>
    </message>
    <message>
        <source>Attention over a matrix</source>
        <translation>对矩阵的注意力</translation>
    </message>
    <message>
        <source>The rows of a matrix attend to each other as they are: queries, keys and values are the rows themselves, without any weights.</source>
        <translation>矩阵的各行原样互相关注：查询、键和值就是这些行本身，没有任何权重。</translation>
    </message>
    <message>
        <source>Multi-head</source>
        <translation>多头</translation>
    </message>
    <message>
        <source>Four heads set by hand, each with a meaning: 0 the word before, 1 words of the same class, 2 agreement (who does it, what it refers to), 3 the word itself.</source>
        <translation>四个手工设定的头，各有含义：0 前一个词，1 同类的词，2 一致关系（谁做的、指代什么），3 词自身。</translation>
    </message>
    <message>
        <source>Self-attention on a sentence</source>
        <translation>对一个句子的自注意力</translation>
    </message>
    <message>
        <source>Two heads over eight named features; features and weights are set by hand, so that every number can be read in words.</source>
        <translation>八个具名特征上的两个头；特征和权重都是手工设定的，每个数都能用语言读出来。</translation>
    </message>
    <message>
        <source>Soft and hard</source>
        <translation>软与硬</translation>
    </message>
    <message>
        <source>One head of hand-set weights, read in three ways: softly by a weighted mean, hard by the largest weight, and hard by a seeded draw.</source>
        <translation>一个权重手工设定的头，用三种方式读取：软的取加权平均，硬的取最大权重，硬的按种子抽取。</translation>
    </message>
    <message>
        <source>Two layers</source>
        <translation>两层</translation>
    </message>
    <message>
        <source>Two layers of a Transformer encoder with four heads each over seeded word vectors with positions; all weights are random, drawn from the seed.</source>
        <translation>Transformer 编码器的两层，每层四个头，作用于由种子抽取的词向量加位置编码；所有权重都是由种子抽取的随机数。</translation>
    </message>
</context>
<context>
    <name>Tensor</name>
    <message>
        <source>%1 elements do not fill the shape %2, which needs %3</source>
        <translation>%1 个元素不能填满形状 %2，它需要 %3 个</translation>
    </message>
    <message>
        <source>a tensor of shape %1 cannot take the shape %2: %3 elements against %4</source>
        <translation>形状为 %1 的张量不能变成形状 %2：元素个数为 %3 和 %4</translation>
    </message>
</context>
<context>
    <name>TextInput</name>
    <message>
        <source>there is no text yet; type or drop one</source>
        <translation>还没有文本；输入或拖入一段即可</translation>
    </message>
    <message>
        <source>the text holds no token; it needs at least one word</source>
        <translation>文本中没有词元；至少需要一个词</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>The text is one token, with its number.</source>
        <translation>文本是一个词元，带有编号。</translation>
    </message>
    <message>
        <source>The text as %1 tokens, each with its number.</source>
        <translation>文本分成 %1 个词元，各有编号。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>A sentence or a text, cut into tokens.</source>
        <translation>切成词元的句子或文本。</translation>
    </message>
    <message>
        <source>The text is cut into words, characters or bytes. Each token gets a number, in the order of first appearance; equal tokens get equal numbers, and a byte is its own.</source>
        <translation>文本切成词、字符或字节。每个词元按首次出现的次序得到编号；相同的词元编号相同，字节的编号就是它本身。</translation>
    </message>
    <message>
        <source>Attention works on a row of items, and for language the items are tokens.</source>
        <translation>注意力作用于一列项；在语言中，这些项就是词元。</translation>
    </message>
    <message>
        <source>Tokens are</source>
        <translation>词元是</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>What the text is cut into.</source>
        <translation>文本切成什么单位。</translation>
    </message>
    <message>
        <source>Keep punctuation</source>
        <translation>保留标点</translation>
    </message>
    <message>
        <source>Whether punctuation marks are tokens too (only for words).</source>
        <translation>标点符号是否也作为词元（仅对词有效）。</translation>
    </message>
</context>
<context>
    <name>Theme</name>
    <message>
        <source>The theme &quot;%1&quot; has no section &quot;%2&quot;.</source>
        <translation>主题“%1”没有“%2”一节。</translation>
    </message>
    <message>
        <source>The theme &quot;%1&quot; lacks the token &quot;%2.%3&quot;.</source>
        <translation>主题“%1”缺少样式量“%2.%3”。</translation>
    </message>
    <message>
        <source>The theme &quot;%1&quot; gives the token &quot;%2.%3&quot; as &quot;%4&quot;; a colour is written #RRGGBB.</source>
        <translation>主题“%1”把样式量“%2.%3”写成“%4”；颜色应写作 #RRGGBB。</translation>
    </message>
    <message>
        <source>The theme &quot;%1&quot; lacks the token &quot;maps.%2&quot;.</source>
        <translation>主题“%1”缺少样式量“maps.%2”。</translation>
    </message>
    <message>
        <source>The theme &quot;%1&quot; gives the map &quot;%2&quot; %3 stops; it needs two or more.</source>
        <translation>主题“%1”的色图“%2”有 %3 个色标；至少需要两个。</translation>
    </message>
    <message>
        <source>The theme &quot;%1&quot; has the token &quot;%2.%3&quot;, which nothing uses.</source>
        <translation>主题“%1”的样式量“%2.%3”没有任何地方使用。</translation>
    </message>
    <message>
        <source>The theme &quot;%1&quot; is not compiled in.</source>
        <translation>主题“%1”没有编译进程序。</translation>
    </message>
    <message>
        <source>The theme &quot;%1&quot; is not a JSON object: %2, at byte %3.</source>
        <translation>主题“%1”不是 JSON 对象：%2，在第 %3 字节处。</translation>
    </message>
</context>
<context>
    <name>TokenLines</name>
    <message>
        <source>Token lines need queries and keys; the tensor is %1.</source>
        <translation>词元连线需要查询和键；张量的形状是 %1。</translation>
    </message>
    <message>
        <source>The mask is %1 %2; the weights need bool %3.</source>
        <translation>掩码是 %1 %2；权重需要 bool %3。</translation>
    </message>
    <message>
        <source>The focus is row %1, and the weights have %2 of them.</source>
        <translation>焦点是第 %1 行，而权重共有 %2 行。</translation>
    </message>
</context>
<context>
    <name>Tokenizer</name>
    <message>
        <source>The text has %1 bytes; at most %2 are taken.</source>
        <translation>文本有 %1 字节；至多接受 %2 字节。</translation>
    </message>
    <message>
        <source>The text is not valid UTF-8 at byte %1 (0x%2).</source>
        <translation>文本在第 %1 字节处 (0x%2) 不是有效的 UTF-8。</translation>
    </message>
    <message>
        <source>The text gives %1 tokens; at most %2 are taken.</source>
        <translation>文本给出 %1 个词元；至多接受 %2 个。</translation>
    </message>
</context>
<context>
    <name>Vocabulary</name>
    <message>
        <source>The token &quot;%1&quot; is not among the %2 of the vocabulary.</source>
        <translation>词元“%1”不在词汇表的 %2 个词元之中。</translation>
    </message>
</context>
<context>
    <name>Vulkan</name>
    <message>
        <source>device %1, %2, is a software driver, which is only taken with --backend vulkan</source>
        <translation>设备 %1 (%2) 是软件驱动，只有指定 --backend vulkan 才会采用</translation>
    </message>
    <message>
        <source>a kernel was given the number %1; it counts from 0 to %2</source>
        <translation>内核收到数 %1；它只能计数到 %2（从 0 起）</translation>
    </message>
    <message>
        <source>the op %1 has no kernel for Vulkan; the program needs the CPU</source>
        <translation>操作 %1 没有 Vulkan 内核；程序需要 CPU</translation>
    </message>
    <message>
        <source>the device is %1</source>
        <translation>设备是 %1</translation>
    </message>
    <message>
        <source>Vulkan computes in float32; %1 needs the CPU</source>
        <translation>Vulkan 以 float32 计算；%1 需要 CPU</translation>
    </message>
    <message>
        <source>a buffer of %1 bytes was asked for; %2 takes 1 to %3</source>
        <translation>要求 %1 字节的缓冲区；%2 允许 1 到 %3 字节</translation>
    </message>
    <message>
        <source>%1 has no memory of the kind that a buffer needs</source>
        <translation>%1 没有缓冲区所需类型的内存</translation>
    </message>
    <message>
        <source>a kernel has %1 bytes of push constants; %2 takes 1 to %3</source>
        <translation>内核有 %1 字节的推送常量；%2 允许 1 到 %3 字节</translation>
    </message>
    <message>
        <source>the layer %1 is not installed; validation needs it</source>
        <translation>未安装层 %1；验证需要它</translation>
    </message>
    <message>
        <source>the Vulkan driver has no function %1</source>
        <translation>Vulkan 驱动没有函数 %1</translation>
    </message>
    <message>
        <source>no Vulkan loader (%1) was found on this computer</source>
        <translation>此计算机上没有找到 Vulkan 加载器 (%1)</translation>
    </message>
    <message>
        <source>%1 is not a Vulkan loader</source>
        <translation>%1 不是 Vulkan 加载器</translation>
    </message>
    <message>
        <source>no Vulkan device was found</source>
        <translation>没有找到 Vulkan 设备</translation>
    </message>
    <message>
        <source>there is no Vulkan device %1; the numbers are 0 to %2</source>
        <translation>没有编号为 %1 的 Vulkan 设备；编号为 0 到 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no Vulkan device can be used; found: %1</source>
        <translation>没有可用的 Vulkan 设备；找到的是：%1</translation>
    </message>
    <message>
        <source>%1 failed: %2 (%3)</source>
        <translation>%1 失败：%2 (%3)</translation>
    </message>
    <message>
        <source>a shader of %1 words is not SPIR-V</source>
        <translation>%1 个字的着色器不是 SPIR-V</translation>
    </message>
</context>
<context>
    <name>Weights</name>
    <message>
        <source>Weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>Bias %1</source>
        <translation>偏置 %1</translation>
    </message>
    <message>
        <source>the tied weight &quot;%1&quot; is %2 in one copy and %3 in another</source>
        <translation>共享权重“%1”在一份中是 %2，在另一份中是 %3</translation>
    </message>
    <message>
        <source>the weight &quot;%1&quot; is %2; the model needs %3</source>
        <translation>权重“%1”是 %2；模型需要 %3</translation>
    </message>
</context>
<context>
    <name>WindowMask</name>
    <message>
        <source>Window mask</source>
        <translation>窗口掩码</translation>
    </message>
    <message>
        <source>A query may attend to keys at most the radius away.</source>
        <translation>查询至多可以关注半径之内的键。</translation>
    </message>
    <message>
        <source>An item may look at its neighbours only.</source>
        <translation>每一项只能看自己的邻近项。</translation>
    </message>
    <message>
        <source>Near items often matter most.</source>
        <translation>邻近的项往往最重要。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Radius</source>
        <translation>半径</translation>
    </message>
    <message>
        <source>How far a query may look to each side.</source>
        <translation>查询向两侧各能看多远。</translation>
    </message>
</context>
<context>
    <name>Xml</name>
    <message>
        <source>the character U+%1</source>
        <translation>字符 U+%1</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>&amp;amp;, &amp;lt;, &amp;gt;, &amp;quot;, &amp;apos; or the number of a character</source>
        <translation>&amp;amp;、&amp;lt;、&amp;gt;、&amp;quot;、&amp;apos; 或字符的编号</translation>
    </message>
    <message>
        <source>the name of an element</source>
        <translation>元素名</translation>
    </message>
    <message>
        <source>a character that a text may have</source>
        <translation>文本中允许的字符</translation>
    </message>
    <message>
        <source>a value in quotes</source>
        <translation>引号中的值</translation>
    </message>
    <message>
        <source>&quot;=&quot; and a value in quotes</source>
        <translation>“=”和引号中的值</translation>
    </message>
    <message>
        <source>each attribute once</source>
        <translation>每个属性只出现一次</translation>
    </message>
    <message>
        <source>%1 again</source>
        <translation>又一个 %1</translation>
    </message>
    <message>
        <source>prefixes that are declared with xmlns</source>
        <translation>用 xmlns 声明过的前缀</translation>
    </message>
    <message>
        <source>a space, &quot;/&gt;&quot; or &quot;&gt;&quot;</source>
        <translation>空格、“/&gt;”或“&gt;”</translation>
    </message>
    <message>
        <source>an attribute, &quot;/&gt;&quot; or &quot;&gt;&quot;</source>
        <translation>属性、“/&gt;”或“&gt;”</translation>
    </message>
    <message>
        <source>line %1, column %2: expected %3, found %4</source>
        <translation>第 %1 行第 %2 列：应为 %3，却是 %4</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>文本末尾</translation>
    </message>
    <message>
        <source>an element</source>
        <translation>一个元素</translation>
    </message>
    <message>
        <source>a declaration or a comment</source>
        <translation>声明或注释</translation>
    </message>
    <message>
        <source>the end of %1</source>
        <translation>%1 的结尾</translation>
    </message>
    <message>
        <source>expected %1, found %2</source>
        <translation>应为 %1，却是 %2</translation>
    </message>
    <message>
        <source>text in UTF-8 or UTF-16</source>
        <translation>UTF-8 或 UTF-16 文本</translation>
    </message>
    <message>
        <source>bytes that are not</source>
        <translation>不符合这些编码的字节</translation>
    </message>
    <message>
        <source>the declaration of XML 1.0 at the very beginning</source>
        <translation>位于最开头的 XML 1.0 声明</translation>
    </message>
</context>
<context>
    <name>Zip</name>
    <message>
        <source>%1 unpacks to more than %2 bytes.</source>
        <translation>%1 解压后超过 %2 字节。</translation>
    </message>
    <message>
        <source>A ZIP file of 4 GiB or more is not written.</source>
        <translation>4 GiB 或更大的 ZIP 文件不予写出。</translation>
    </message>
    <message>
        <source>%1 is not a ZIP file: it has %2 bytes.</source>
        <translation>%1 不是 ZIP 文件：它只有 %2 字节。</translation>
    </message>
    <message>
        <source>%1 is not a whole ZIP file: its directory was not found.</source>
        <translation>%1 不是完整的 ZIP 文件：没有找到它的目录。</translation>
    </message>
    <message>
        <source>%1 is one part of a ZIP file in several.</source>
        <translation>%1 是分卷 ZIP 文件中的一卷。</translation>
    </message>
    <message>
        <source>%1 holds too many members; at most %2 are read.</source>
        <translation>%1 的成员太多；至多读取 %2 个。</translation>
    </message>
    <message>
        <source>%1 holds &quot;%2&quot; twice.</source>
        <translation>%1 中“%2”出现了两次。</translation>
    </message>
    <message>
        <source>%1 holds more members than the %2 it declares.</source>
        <translation>%1 的成员多于它声明的 %2 个。</translation>
    </message>
    <message>
        <source>%1 has a broken directory at byte %2.</source>
        <translation>%1 的目录在第 %2 字节处损坏。</translation>
    </message>
    <message>
        <source>%1 holds a name that is not UTF-8: &quot;%2&quot;.</source>
        <translation>%1 中有不是 UTF-8 的名称：“%2”。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is encrypted.</source>
        <translation>%1：“%2”已加密。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is packed by method %3; stored (0) and deflated (8) are read.</source>
        <translation>%1：“%2”用方法 %3 压缩；可读取存储 (0) 和 deflate (8)。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; declares %3 bytes, which %4 packed ones cannot hold.</source>
        <translation>%1：“%2”声明为 %3 字节，而 %4 字节压缩数据容纳不下。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; declares %3 bytes and has %4.</source>
        <translation>%1：“%2”声明为 %3 字节，实际有 %4 字节。</translation>
    </message>
    <message>
        <source>%1: the checksum of &quot;%2&quot; is wrong.</source>
        <translation>%1：“%2”的校验和错误。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is not at byte %3, where the directory has it.</source>
        <translation>%1：“%2”不在目录所指的第 %3 字节处。</translation>
    </message>
    <message>
        <source>%1 ends inside &quot;%2&quot;.</source>
        <translation>%1 在“%2”之内就结束了。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; cannot be unpacked.</source>
        <translation>%1：“%2”无法解压。</translation>
    </message>
</context>
<context>
    <name>heed::ui::CommandList</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type some letters of a command</source>
        <translation>输入命令中的几个字</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>No command has these letters</source>
        <translation>没有命令含有这些字母</translation>
    </message>
</context>
<context>
    <name>heed::ui::CommandListModel</name>
    <message>
        <source>%1, keys %2</source>
        <translation>%1，按键 %2</translation>
    </message>
</context>
<context>
    <name>heed::ui::CommandSet</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>New from template</source>
        <translation>从模板新建</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开的文件</translation>
    </message>
    <message>
        <source>Export a view</source>
        <translation>导出视图</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>停靠面板</translation>
    </message>
    <message>
        <source>Size of the interface</source>
        <translation>界面大小</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Layer and head</source>
        <translation>层与头</translation>
    </message>
</context>
<context>
    <name>heed::ui::CopyFigure</name>
    <message>
        <source>The figure is in the clipboard, as a picture and as SVG.</source>
        <translation>图已放入剪贴板，含位图和 SVG。</translation>
    </message>
</context>
<context>
    <name>heed::ui::DivisorTools</name>
    <message>
        <source>Divisor</source>
        <translation>除数</translation>
    </message>
    <message>
        <source>Divisor of the scores</source>
        <translation>分数的除数</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>恢复为 %1</translation>
    </message>
</context>
<context>
    <name>heed::ui::DockTitleBar</name>
    <message>
        <source>Let float</source>
        <translation>浮动</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭%1</translation>
    </message>
    <message>
        <source>Dock %1</source>
        <translation>停靠%1</translation>
    </message>
    <message>
        <source>Let %1 float</source>
        <translation>浮动%1</translation>
    </message>
</context>
<context>
    <name>heed::ui::Explanation</name>
    <message>
        <source>row %1 (the %2 word)</source>
        <translation>第 %1 行（第 %2 个词）</translation>
    </message>
    <message>
        <source>column %1 (the %2 word)</source>
        <translation>第 %1 列（第 %2 个词）</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>all of its row are equal</source>
        <translation>本行全部相等</translation>
    </message>
    <message>
        <source>highest of its row, with %1 equal</source>
        <translation>本行最高，另有 %1 个相等</translation>
    </message>
    <message>
        <source>highest of its row</source>
        <translation>本行最高</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>行内名次 %1 / %2</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩码</translation>
    </message>
    <message>
        <source>The query may not look at this key, so the pair has no weight.</source>
        <translation>查询不能看这个键，所以这一对没有权重。</translation>
    </message>
    <message>
        <source>You put %1 here; the run continues from it. Release it to compute it again.</source>
        <translation>这里的 %1 是改写的数；计算由它继续。恢复后会重新计算。</translation>
    </message>
    <message>
        <source>col %1 (the %2 word)</source>
        <translation>第 %1 列（第 %2 个词）</translation>
    </message>
    <message>
        <source>col %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>This is the first step with a number that is not finite.</source>
        <translation>这是第一个出现非有限数的步骤。</translation>
    </message>
    <message>
        <source>The first number that is not finite was made in step %1, %2.</source>
        <translation>第一个非有限数产生于第 %1 步：%2。</translation>
    </message>
    <message>
        <source>This number comes from the input. Change it and everything after it follows.</source>
        <translation>这个数来自输入。改变它，后面的一切随之改变。</translation>
    </message>
    <message>
        <source>Set by hand: the table of features says so for the word %1.</source>
        <translation>手工设定：特征表对词 %1 是这样规定的。</translation>
    </message>
    <message>
        <source>The table of features does not hold the word %1, so its numbers are drawn from seed %2.</source>
        <translation>特征表中没有词 %1，所以它的数由种子 %2 抽取。</translation>
    </message>
    <message>
        <source>A weight, drawn from seed %1.</source>
        <translation>一个权重，由种子 %1 抽取。</translation>
    </message>
    <message>
        <source>A weight, set by hand. Change it and everything after it follows.</source>
        <translation>一个权重，手工设定。改变它，后面的一切随之改变。</translation>
    </message>
    <message>
        <source>A weight, loaded from a file.</source>
        <translation>一个权重，来自文件。</translation>
    </message>
    <message>
        <source>A weight, loaded from %1.</source>
        <translation>一个权重，来自 %1。</translation>
    </message>
    <message>
        <source>A weight, found by training.</source>
        <translation>一个权重，由训练得到。</translation>
    </message>
    <message>
        <source>The largest of %1 numbers, %2, stands at %3.</source>
        <translation>%1 个数中最大的是 %2，位于 %3。</translation>
    </message>
    <message>
        <source>The smallest of %1 numbers, %2, stands at %3.</source>
        <translation>%1 个数中最小的是 %2，位于 %3。</translation>
    </message>
    <message>
        <source>The mean of %1 numbers.</source>
        <translation>%1 个数的平均值。</translation>
    </message>
    <message>
        <source>All its terms count; together they give %1.</source>
        <translation>每一项都起作用；合起来得到 %1。</translation>
    </message>
    <message>
        <source>%1 gives %2 of the %3</source>
        <translation>%3 中的 %2 来自 %1</translation>
    </message>
    <message>
        <source>%1 and %2 give %3 of the %4</source>
        <translation>%4 中的 %3 来自 %1 与 %2</translation>
    </message>
    <message>
        <source>%1, %2 and %3 give %4 of the %5</source>
        <translation>%5 中的 %4 来自 %1、%2 与 %3</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>: the query asks for %1, and the key offers it.</source>
        <translation>：查询要找的是 %1，而键表明自己正是。</translation>
    </message>
    <message>
        <source>: the query asks for %1 and %2, and the key offers both.</source>
        <translation>：查询要找的是 %1 与 %2，而键两者兼备。</translation>
    </message>
    <message>
        <source>: the query asks for these three, and the key offers them.</source>
        <translation>：查询要找的就是这三者，而键全都具备。</translation>
    </message>
    <message>
        <source>A large weight says where this head reads, not why a model answers. Attention is not explanation.</source>
        <translation>权重大只说明这个头看向何处，不说明模型为何这样回答。注意力不是解释。</translation>
    </message>
    <message>
        <source>A large score says where this head reads, not why a model answers. Attention is not explanation.</source>
        <translation>分数高只说明这个头看向何处，不说明模型为何这样回答。注意力不是解释。</translation>
    </message>
    <message>
        <source>How well does what %1 looks for match what %2 offers? Multiply channel by channel and add.</source>
        <translation>%1所寻找的，与%2所提供的有多吻合？逐通道相乘，再相加。</translation>
    </message>
    <message>
        <source>Each exponential of the row %1 is divided by the row&apos;s sum. What is left adds up to 1.</source>
        <translation>%1这一行的每个指数都除以行和。所得各数之和为 1。</translation>
    </message>
    <message>
        <source>The row adds up to 1: shown %1, exact %2.</source>
        <translation>本行之和为 1：显示 %1，精确 %2。</translation>
    </message>
    <message>
        <source>Point at a number, or move to one with the arrow keys, to see what makes it.</source>
        <translation>指向一个数，或用方向键移到一个数，即可看到它由什么得来。</translation>
    </message>
    <message>
        <source>%1st</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1nd</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1rd</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>Nothing computed yet</source>
        <translation>尚无计算结果</translation>
    </message>
    <message>
        <source>Write a sentence in the field above, or drop a text or a picture anywhere.</source>
        <translation>在上方的输入框写一个句子，或把文本、图像拖到任意位置。</translation>
    </message>
    <message>
        <source>Step %1 · %2</source>
        <translation>第 %1 步 · %2</translation>
    </message>
    <message>
        <source>Every query may look at every key: all %1 pairs are allowed.</source>
        <translation>每个查询可以看每个键：%1 对均允许。</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>%1 gives %2 of its attention to %3.</source>
        <translation>%1 把 %2 的注意力给了 %3。</translation>
    </message>
    <message>
        <source>What %1 looks for meets what %2 offers: a score of %3.</source>
        <translation>%1 所找的与 %2 所给的相遇：得分 %3。</translation>
    </message>
    <message>
        <source>What %1 looks for fits what %2 offers, %3: a score of %4.</source>
        <translation>%1 所找的正合 %2 所给的（%3）：得分 %4。</translation>
    </message>
    <message>
        <source>What %1 looks for fits what %2 offers, %3 and %4: a score of %5.</source>
        <translation>%1 所找的正合 %2 所给的（%3 和 %4）：得分 %5。</translation>
    </message>
    <message>
        <source>A mask says which keys a query may look at. Choose Paint below it to change its cells.</source>
        <translation>掩码规定查询能看哪些键。在它下方选择“绘制”即可更改单元格。</translation>
    </message>
    <message>
        <source>largest push</source>
        <translation>最大的推动</translation>
    </message>
    <message>
        <source>%1 largest push</source>
        <translation>第 %1 大的推动</translation>
    </message>
    <message>
        <source>How would the output %1 change if a score moved a little? A key is pushed up if its value is above the mix, down if below.</source>
        <translation>如果某个分数稍有变化，输出 %1 会怎样变？值高于混合结果的键被向上推，低于它的被向下推。</translation>
    </message>
    <message>
        <source>How would %1 change if a score moved a little? A key is pushed up if its gradient is above the mean of the row, down if below.</source>
        <translation>如果某个分数稍有变化，%1 会怎样变？梯度高于该行均值的键被向上推，低于它的被向下推。</translation>
    </message>
    <message>
        <source>The number does not depend on this row.</source>
        <translation>这个数与这一行无关。</translation>
    </message>
    <message>
        <source>%1 is not pushed, because its weight is 0.</source>
        <translation>%1 不受推动，因为它的权重是 0。</translation>
    </message>
    <message>
        <source>%1 is not pushed: its value %2 is the mix %3.</source>
        <translation>%1 不受推动：它的值 %2 就等于混合结果 %3。</translation>
    </message>
    <message>
        <source>%1 is not pushed: its gradient %2 is the mean %3.</source>
        <translation>%1 不受推动：它的梯度 %2 就等于均值 %3。</translation>
    </message>
    <message>
        <source>%1 is pushed up: its value %2 is above the mix %3.</source>
        <translation>%1 被向上推：它的值 %2 高于混合结果 %3。</translation>
    </message>
    <message>
        <source>%1 is pushed up: its gradient %2 is above the mean %3.</source>
        <translation>%1 被向上推：它的梯度 %2 高于均值 %3。</translation>
    </message>
    <message>
        <source>%1 is pushed down although its value is %2, because the mix is already %3.</source>
        <translation>%1 的值虽然是 %2，仍被向下推，因为混合结果已经是 %3。</translation>
    </message>
    <message>
        <source>%1 is pushed down although its gradient is %2, because the mean is already %3.</source>
        <translation>%1 的梯度虽然是 %2，仍被向下推，因为均值已经是 %3。</translation>
    </message>
    <message>
        <source>%1 is pushed down: its value %2 is below the mix %3.</source>
        <translation>%1 被向下推：它的值 %2 低于混合结果 %3。</translation>
    </message>
    <message>
        <source>%1 is pushed down: its gradient %2 is below the mean %3.</source>
        <translation>%1 被向下推：它的梯度 %2 低于均值 %3。</translation>
    </message>
    <message>
        <source>Step %1 · Backward</source>
        <translation>第 %1 步 · 反向</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1（反向）</translation>
    </message>
    <message>
        <source>The gradient comes this far and no further. %1</source>
        <translation>梯度到此为止。%1</translation>
    </message>
    <message>
        <source>The pass starts from %1: its own slope is 1, and that of every other number of this step is 0.</source>
        <translation>反向从 %1 开始：它自己的斜率是 1，这一步其他数的斜率都是 0。</translation>
    </message>
    <message>
        <source>query %1</source>
        <translation>查询：%1</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>键：%1</translation>
    </message>
    <message>
        <source>The first product: %1.</source>
        <translation>第一个乘积：%1。</translation>
    </message>
    <message>
        <source>%1 = %2 so far.</source>
        <translation>到目前为止 %1 = %2。</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未算出</translation>
    </message>
    <message>
        <source>%1 of %2 products</source>
        <translation>%2 个乘积中的 %1 个</translation>
    </message>
    <message>
        <source>tile %1 of %2</source>
        <translation>第 %1 块，共 %2 块</translation>
    </message>
    <message>
        <source>What the weighted values add up to so far, not yet divided by the sum l.</source>
        <translation>到目前为止加权值之和，尚未除以总和 l。</translation>
    </message>
    <message>
        <source>This number is made in a later sub-step.</source>
        <translation>这个数在后面的子步骤中算出。</translation>
    </message>
    <message>
        <source>The random number %1 falls on the stretch of %2, which is %3 long.</source>
        <translation>随机数 %1 落在 %2 的区间上，该区间长 %3。</translation>
    </message>
    <message>
        <source>, the others %1</source>
        <translation>，其余为 %1</translation>
    </message>
    <message>
        <source>Channel %1 gives %2 of %3</source>
        <translation>通道 %1 给出 %3 的 %2</translation>
    </message>
    <message>
        <source>Channels %1 and %2 give %3 of %4</source>
        <translation>通道 %1 和 %2 给出 %4 的 %3</translation>
    </message>
    <message>
        <source>Channels %1, %2 and %3 give %4 of %5</source>
        <translation>通道 %1、%2 和 %3 给出 %5 的 %4</translation>
    </message>
    <message>
        <source>the key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>You put %1 here, where %2 was computed; the run continues from it. Release it to compute it again.</source>
        <translation>你在这里填入了 %1，计算得到的是 %2；运行从它继续。放开后重新计算。</translation>
    </message>
    <message>
        <source>The row does not add up to 1: shown %1, exact %2.</source>
        <translation>该行之和不是 1：所示 %1，精确值 %2。</translation>
    </message>
    <message>
        <source>In the forward pass the number is %1.</source>
        <translation>前向传播中这个数是 %1。</translation>
    </message>
    <message>
        <source>How %1 changes when one of these numbers grows a little: each cell is its slope.</source>
        <translation>其中一个数略微增大时 %1 如何变化：每个单元格是它的斜率。</translation>
    </message>
</context>
<context>
    <name>heed::ui::ExplanationPanel</name>
    <message>
        <source>Go to step %1</source>
        <translation>转到第 %1 步</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>Ruler and needle</source>
        <translation>标尺与指针</translation>
    </message>
    <message>
        <source>The random number %1 draws the key</source>
        <translation>随机数 %1 抽中了这个键</translation>
    </message>
    <message>
        <source>All pushes of the row, largest first</source>
        <translation>本行的全部推动，从大到小</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>明细</translation>
    </message>
</context>
<context>
    <name>heed::ui::ExportDialog</name>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Preview of page 1 of %1, %2 x %3 pt</source>
        <translation>第 1 页预览，共 %1 页，%2 × %3 pt</translation>
    </message>
    <message>
        <source>Preview, %1 x %2 pt</source>
        <translation>预览，%1 × %2 pt</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>The file needs a name.</source>
        <translation>文件需要一个名称。</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Token lines</source>
        <translation>词元连线</translation>
    </message>
    <message>
        <source>One row</source>
        <translation>单行</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>全部步骤</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Column, 84 mm</source>
        <translation>单栏，84 mm</translation>
    </message>
    <message>
        <source>Page, 174 mm</source>
        <translation>通栏，174 mm</translation>
    </message>
    <message>
        <source>Slide 16 : 9</source>
        <translation>幻灯片 16 : 9</translation>
    </message>
    <message>
        <source>Own size</source>
        <translation>自定尺寸</translation>
    </message>
    <message>
        <source>Seen as</source>
        <translation>观看方式</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>Protan</source>
        <translation>红色盲</translation>
    </message>
    <message>
        <source>Deutan</source>
        <translation>绿色盲</translation>
    </message>
    <message>
        <source>Tritan</source>
        <translation>蓝色盲</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>底色</translation>
    </message>
    <message>
        <source>Filled</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>整页</translation>
    </message>
    <message>
        <source>To content</source>
        <translation>按内容</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Outlines</source>
        <translation>轮廓</translation>
    </message>
    <message>
        <source>In all cells</source>
        <translation>所有单元格</translation>
    </message>
    <message>
        <source>Focus row and column</source>
        <translation>焦点行和列</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Name of the step</source>
        <translation>步骤名称</translation>
    </message>
    <message>
        <source>Legend, axis words, number of the cell</source>
        <translation>图例、轴名、单元格的数</translation>
    </message>
    <message>
        <source>Where the weights come from</source>
        <translation>权重来源</translation>
    </message>
    <message>
        <source>Numbers beside it, as CSV</source>
        <translation>同时导出数据 (CSV)</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>选择...</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Smallest text %1 pt: a wider figure or another view is easier to read.</source>
        <translation>最小文字 %1 磅：图再宽一些，或换一种视图，会更易读。</translation>
    </message>
    <message>
        <source>Smallest text %1 pt.</source>
        <translation>最小文字 %1 磅。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>主视图</translation>
    </message>
    <message>
        <source>They do not fit at a size that can be read: only those of the marked row and column.</source>
        <translation>以可读的字号放不下：只写标出的行和列的数字。</translation>
    </message>
    <message>
        <source>Mark the focus</source>
        <translation>标出焦点</translation>
    </message>
</context>
<context>
    <name>heed::ui::FeatureChip</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>heed::ui::HeadGrid</name>
    <message>
        <source>Heads</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>L%1H%2</source>
        <translation>L%1H%2</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>第 %1 层，头 %2</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
</context>
<context>
    <name>heed::ui::HeaderBar</name>
    <message>
        <source>edited</source>
        <comment>the document has changes that are not saved</comment>
        <translation>已修改</translation>
    </message>
    <message>
        <source>example</source>
        <comment>the document is a template</comment>
        <translation>示例</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export a figure (%1)</source>
        <translation>导出图 (%1)</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>What computes</source>
        <translation>由什么计算</translation>
    </message>
</context>
<context>
    <name>heed::ui::HelpDialog</name>
    <message>
        <source>How to, and the keys</source>
        <translation>用法与快捷键</translation>
    </message>
    <message>
        <source>Where does this number come from?</source>
        <translation>这个数字从哪里来？</translation>
    </message>
    <message>
        <source>Point at a number: the panel at the right says what it is made of. A click locks it; Esc lets it go.</source>
        <translation>指向一个数字：右侧面板说明它由什么组成。点击将其锁定；Esc 放开。</translation>
    </message>
    <message>
        <source>Numbers in an arithmetic that have a dotted line below them lead on: a click goes to the step and the cell that made them. Alt+Left goes back.</source>
        <translation>算式中带虚线下划线的数字可以继续追溯：点击便到达产生它的步骤和单元格。Alt+Left 返回。</translation>
    </message>
    <message>
        <source>&quot;Follow it back&quot; shows the whole way from the number to the input in one picture. &quot;Ledger&quot; says which features meet in a score.</source>
        <translation>“追溯来源”用一张图展示从数字到输入的全程。“明细”说明一个得分中哪些特征相遇。</translation>
    </message>
    <message>
        <source>What if?</source>
        <translation>如果……会怎样？</translation>
    </message>
    <message>
        <source>Write another sentence in the field above the stage and press Enter.</source>
        <translation>在舞台上方的输入框里写另一句话，然后按 Enter。</translation>
    </message>
    <message>
        <source>Numbers with a dot in their corner are inputs: drag them, turn the wheel on them, or press F2. Any other number is replaced by &quot;Override this value&quot; in its menu.</source>
        <translation>角上有圆点的数字是输入：拖动它、在其上转动滚轮，或按 F2。其他数字可用其菜单中的“改写这个值”替换。</translation>
    </message>
    <message>
        <source>Right-click a word to hide it, or drag its label off the map to see where its share goes. The weights from before stay below until you keep the change or undo it.</source>
        <translation>右键点击一个词可将其隐藏；把它的标签拖离图表，可看到它的份额流向何处。之前的权重留在下方，直到保留或撤销改动。</translation>
    </message>
    <message>
        <source>How do I get a figure?</source>
        <translation>怎样得到一张图？</translation>
    </message>
    <message>
        <source>Export writes what is on the stage, the weights as a map, lines between words, one row, or every step on a page of its own, as PDF, SVG or PNG.</source>
        <translation>“导出”可写出舞台上的内容、权重图、词间连线、某一行，或每步一页，格式为 PDF、SVG 或 PNG。</translation>
    </message>
    <message>
        <source>The presets are a column, a page and a slide. Below the preview stands how large the smallest letters are.</source>
        <translation>预设有单栏、整页和幻灯片。预览下方写明最小的字有多大。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>heed::ui::IconButton</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>heed::ui::ImageOverlay</name>
    <message>
        <source>over the picture in grey</source>
        <translation>叠加在灰度图像上</translation>
    </message>
    <message>
        <source>to its maximum, linear</source>
        <translation>到自身最大值，线性</translation>
    </message>
    <message>
        <source>%1  row %2, column %3 (itself)</source>
        <translation>%1  第 %2 行，第 %3 列（自身）</translation>
    </message>
    <message>
        <source>%1  row %2, column %3</source>
        <translation>%1  第 %2 行，第 %3 列</translation>
    </message>
    <message>
        <source>strongest keys</source>
        <translation>最强的键</translation>
    </message>
    <message>
        <source>the colour of the edge; weak patches are veiled</source>
        <translation>边框的颜色;弱的图块被遮淡</translation>
    </message>
</context>
<context>
    <name>heed::ui::Intake</name>
    <message>
        <source>the picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Open &quot;%1&quot;</source>
        <translation>打开“%1”</translation>
    </message>
    <message>
        <source>Take in a picture</source>
        <translation>接收图像</translation>
    </message>
</context>
<context>
    <name>heed::ui::Ledger</name>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>features of the key</source>
        <translation>键的特征</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行和</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>和</translation>
    </message>
</context>
<context>
    <name>heed::ui::LedgerView</name>
    <message>
        <source>Ledger</source>
        <translation>明细</translation>
    </message>
    <message>
        <source>Why %1?</source>
        <translation>为什么是 %1？</translation>
    </message>
    <message>
        <source>Features of %1 meet those of %2; the head says what each meeting is worth.</source>
        <translation>%1的特征与%2的特征相遇；每次相遇有多少分量，由头决定。</translation>
    </message>
    <message>
        <source>The cells add up to the score: %1 (rounded; full sum %2).</source>
        <translation>各单元格相加得到分数：%1（已舍入；完整的和为 %2）。</translation>
    </message>
    <message>
        <source>%1, %2, and %3, %4, make %5, %6 % of it.</source>
        <translation>%1 的 %2 与 %3 的 %4 合计 %5，占 %6 %。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>heed::ui::Lift</name>
    <message>
        <source>%1 without %2</source>
        <translation>%1，去掉 %2</translation>
    </message>
    <message>
        <source>every other weight × %1 = 1 / (1 − %2)</source>
        <translation>其余每个权重 × %1 = 1 / (1 − %2)</translation>
    </message>
</context>
<context>
    <name>heed::ui::LockChip</name>
    <message>
        <source>Locked: %1. Release</source>
        <translation>已锁定：%1。解除</translation>
    </message>
    <message>
        <source>Locked: %1 to %2. Release</source>
        <translation>已锁定：%1 → %2。解除</translation>
    </message>
    <message>
        <source>Release the locked cell (Esc)</source>
        <translation>解除锁定的单元格 (Esc)</translation>
    </message>
</context>
<context>
    <name>heed::ui::MainWindow</name>
    <message>
        <source>Step</source>
        <translation>步进</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Undo that change</source>
        <translation>撤销这次修改</translation>
    </message>
    <message>
        <source>What computes</source>
        <translation>由什么计算</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Hold a seed</source>
        <translation>固定种子</translation>
    </message>
    <message>
        <source>Random weights and draws come from this number.</source>
        <translation>随机权重和抽取都由这个数产生。</translation>
    </message>
    <message>
        <source>No step holds a NaN or an infinity.</source>
        <translation>没有步骤含有 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>No row is fully masked.</source>
        <translation>没有全部被掩码的行。</translation>
    </message>
    <message>
        <source>Go to a cell</source>
        <translation>转到单元格</translation>
    </message>
    <message>
        <source>A row and a column, by number or by word: 3, 5 or it, animal</source>
        <translation>行和列，用编号或词表示：3, 5 或 it, animal</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no cell of this matrix.</source>
        <translation>“%1”不是这个矩阵的单元格。</translation>
    </message>
    <message>
        <source>Run to a step</source>
        <translation>运行到某一步</translation>
    </message>
    <message>
        <source>The step to run to</source>
        <translation>要运行到的步骤</translation>
    </message>
    <message>
        <source>About Heed</source>
        <translation>关于 Heed</translation>
    </message>
    <message>
        <source>Heed %1, a laboratory for attention mechanisms.</source>
        <translation>Heed %1，注意力机制实验室。</translation>
    </message>
    <message>
        <source>Open &quot;%1&quot;</source>
        <translation>打开“%1”</translation>
    </message>
    <message>
        <source>What Heed opens</source>
        <translation>Heed 能打开的文件</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Heed documents</source>
        <translation>Heed 文档</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has changes that are not saved.</source>
        <translation>“%1”有尚未保存的修改。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Point at any number: it says where it comes from. Click locks it.</source>
        <translation>指向任意一个数，即可看到它从何而来。单击则锁定。</translation>
    </message>
    <message>
        <source>Play shows every step</source>
        <translation>播放会逐步显示每一步</translation>
    </message>
    <message>
        <source>Type a sentence, or drop a picture anywhere</source>
        <translation>写下一个句子，或把图像拖到任意位置</translation>
    </message>
    <message>
        <source>One row as bars...</source>
        <translation>单行条形图...</translation>
    </message>
    <message>
        <source>Row %1 only...</source>
        <translation>仅第 %1 行...</translation>
    </message>
    <message>
        <source>Row &quot;%1&quot; only...</source>
        <translation>仅“%1”一行...</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Click any number: it says where it comes from. Esc lets it go.</source>
        <translation>点击任意数字：它会说明自己从何而来。Esc 放开。</translation>
    </message>
</context>
<context>
    <name>heed::ui::MaskTools</name>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Not itself</source>
        <translation>不看自己</translation>
    </message>
    <message>
        <source>Paint</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>Keys to each side</source>
        <translation>两侧各多少个键</translation>
    </message>
    <message>
        <source>How far a query may look to each side.</source>
        <translation>查询向两侧各能看多远。</translation>
    </message>
</context>
<context>
    <name>heed::ui::MatrixPanel</name>
    <message>
        <source>masked</source>
        <translation>已掩码</translation>
    </message>
    <message>
        <source>largest in row %1</source>
        <translation>第 %1 行中最大</translation>
    </message>
    <message>
        <source>row without an allowed key</source>
        <translation>没有允许的键的行</translation>
    </message>
    <message>
        <source>not in the table, drawn from the seed</source>
        <translation>不在表中，由种子抽取</translation>
    </message>
    <message>
        <source>each pixel: largest magnitude of %1 × %2</source>
        <translation>每个像素：%1 × %2 中绝对值最大的数</translation>
    </message>
    <message>
        <source>each pixel: largest of %1 × %2</source>
        <translation>每个像素：%1 × %2 中的最大值</translation>
    </message>
</context>
<context>
    <name>heed::ui::MatrixTableDialog</name>
    <message>
        <source>%1 as a table</source>
        <translation>%1（表格）</translation>
    </message>
    <message>
        <source>operand %1</source>
        <translation>操作数 %1</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>%1 rows, %2 columns</source>
        <translation>%1 行，%2 列</translation>
    </message>
</context>
<context>
    <name>heed::ui::MatrixTableModel</name>
    <message>
        <source>masked</source>
        <translation>已掩码</translation>
    </message>
    <message>
        <source>row %1, column %2, %3</source>
        <translation>第 %1 行，第 %2 列，%3</translation>
    </message>
</context>
<context>
    <name>heed::ui::PanelText</name>
    <message>
        <source>not a number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>minus infinite</source>
        <translation>负无穷大</translation>
    </message>
    <message>
        <source>above the scale</source>
        <translation>高于刻度</translation>
    </message>
    <message>
        <source>below the scale</source>
        <translation>低于刻度</translation>
    </message>
    <message>
        <source>fixed scale, logarithmic</source>
        <translation>固定刻度，对数</translation>
    </message>
    <message>
        <source>to its maximum, logarithmic</source>
        <translation>到自身最大值，对数</translation>
    </message>
    <message>
        <source>fixed scale, linear</source>
        <translation>固定刻度，线性</translation>
    </message>
    <message>
        <source>to its maximum, linear</source>
        <translation>到自身最大值，线性</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩码</translation>
    </message>
    <message>
        <source>%1, %2 cells</source>
        <translation>%1，%2 个单元格</translation>
    </message>
</context>
<context>
    <name>heed::ui::PatchScores</name>
    <message>
        <source>colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>c</source>
        <translation>色</translation>
    </message>
    <message>
        <source>texture</source>
        <translation>纹理</translation>
    </message>
    <message>
        <source>t</source>
        <translation>纹</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>p</source>
        <translation>位</translation>
    </message>
    <message>
        <source>edges</source>
        <translation>边缘</translation>
    </message>
    <message>
        <source>e</source>
        <translation>边</translation>
    </message>
</context>
<context>
    <name>heed::ui::PatchWords</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 gives %2 of it.</source>
        <translation>%1占其中的 %2。</translation>
    </message>
    <message>
        <source>%1 gives %2 of it, %3 %4.</source>
        <translation>%1占其中的 %2，%3占 %4。</translation>
    </message>
    <message>
        <source>%1 (rounded)</source>
        <translation>%1（已取整）</translation>
    </message>
    <message>
        <source>Keys 1 and 2 differ by less than 3 %: near-equal.</source>
        <translation>键 1 和 2 相差不到 3 %：几乎相等。</translation>
    </message>
    <message>
        <source>Keys 1 to %1 differ by less than 3 %: near-equal.</source>
        <translation>键 1 到 %1 相差不到 3 %：几乎相等。</translation>
    </message>
</context>
<context>
    <name>heed::ui::Places</name>
    <message>
        <source>row %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
</context>
<context>
    <name>heed::ui::ProblemStrip</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Old result: model changed</source>
        <translation>旧结果：模型已改变</translation>
    </message>
    <message>
        <source>%1 (In %2.)</source>
        <translation>%1 (位于 %2)</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>heed::ui::PushTable</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>push</source>
        <translation>推动</translation>
    </message>
    <message>
        <source>sum (exact; the terms are rounded)</source>
        <translation>合计（精确值；各项有舍入）</translation>
    </message>
</context>
<context>
    <name>heed::ui::ReadoutCard</name>
    <message>
        <source>&quot;%1&quot; is no number.</source>
        <translation>“%1”不是数。</translation>
    </message>
    <message>
        <source>Follow it back</source>
        <translation>追溯来源</translation>
    </message>
    <message>
        <source>Unroll the number to the inputs that it was made of</source>
        <translation>把这个数展开到构成它的各个输入</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>明细</translation>
    </message>
    <message>
        <source>Features of the query by features of the key, adding up to the score</source>
        <translation>查询的特征乘以键的特征，相加得到分数</translation>
    </message>
    <message>
        <source>New value</source>
        <translation>新的值</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Compute this number again</source>
        <translation>重新计算这个数</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Give this input another value (F2)</source>
        <translation>给这个输入另一个值 (F2)</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Put another number here and run on from it (F2)</source>
        <translation>在这里放入另一个数，并由它继续运行 (F2)</translation>
    </message>
</context>
<context>
    <name>heed::ui::RootFigure</name>
    <message>
        <source>%1 draws, seed %2: random queries and %3 random keys, all channels standard normal.</source>
        <translation>%1 次抽取，种子 %2：随机查询与 %3 个随机键，所有通道均为标准正态。</translation>
    </message>
    <message>
        <source>mean largest weight</source>
        <translation>最大权重的平均值</translation>
    </message>
    <message>
        <source>without</source>
        <translation>不除时</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>Why divide by √d?</source>
        <translation>为什么要除以 √d？</translation>
    </message>
    <message>
        <source>with ÷ √d</source>
        <translation>除以 √d 时</translation>
    </message>
</context>
<context>
    <name>heed::ui::RootPanel</name>
    <message>
        <source>With %1 channels the largest weight is %2 without the division and %3 with it.</source>
        <translation>通道数为 %1 时，最大权重不除时为 %2，除后为 %3。</translation>
    </message>
</context>
<context>
    <name>heed::ui::Ruler</name>
    <message>
        <source>chance, and hits of %1 further draws</source>
        <translation>概率，以及再抽取 %1 次的命中次数</translation>
    </message>
</context>
<context>
    <name>heed::ui::Scrubber</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>第 %1 步，共 %2 步：%3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>between</source>
        <translation>之间</translation>
    </message>
</context>
<context>
    <name>heed::ui::SeedTools</name>
    <message>
        <source>Hold</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Seed of the random numbers</source>
        <translation>随机数的种子</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>Keeps the seed with the document: nothing draws again until it is let go.</source>
        <translation>种子随文档保留：放开之前不会重新抽取。</translation>
    </message>
</context>
<context>
    <name>heed::ui::SettingsDialog</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Size of the interface</source>
        <translation>界面大小</translation>
    </message>
    <message>
        <source>Decimals in cells</source>
        <translation>单元格的小数位数</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Compute with</source>
        <translation>计算后端</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>On</source>
        <comment>motion</comment>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <comment>motion</comment>
        <translation>关</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>heed::ui::Stage</name>
    <message>
        <source>Stage</source>
        <translation>主视图</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩码</translation>
    </message>
    <message>
        <source>row %1, column %2, %3</source>
        <translation>行 %1，列 %2，%3</translation>
    </message>
    <message>
        <source>Change this number</source>
        <translation>修改这个数</translation>
    </message>
    <message>
        <source>Override this value</source>
        <translation>改写这个值</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Copy the number</source>
        <translation>复制这个数</translation>
    </message>
    <message>
        <source>Copy the terms</source>
        <translation>复制各项</translation>
    </message>
    <message>
        <source>Show this key to all queries</source>
        <translation>对所有查询显示这个键</translation>
    </message>
    <message>
        <source>Hide this key from all queries</source>
        <translation>对所有查询隐藏这个键</translation>
    </message>
    <message>
        <source>Show to &quot;%1&quot; again</source>
        <translation>重新对“%1”显示</translation>
    </message>
    <message>
        <source>Hide from &quot;%1&quot; only</source>
        <translation>只对“%1”隐藏</translation>
    </message>
    <message>
        <source>Remove the word from the input</source>
        <translation>从输入中删去这个词</translation>
    </message>
    <message>
        <source>Row and column</source>
        <translation>行和列</translation>
    </message>
    <message>
        <source>row, column</source>
        <translation>行, 列</translation>
    </message>
    <message>
        <source>No cell is called &quot;%1&quot;; a row and a column are expected, such as &quot;3, 5&quot; or two words.</source>
        <translation>没有名为“%1”的单元格；应为一行一列，例如“3, 5”或两个词。</translation>
    </message>
    <message>
        <source>Set the features of the word</source>
        <translation>设置这个词的特征</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Chips left: %1</source>
        <translation>剩余筹码：%1</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>回到前向</translation>
    </message>
    <message>
        <source>Backward from this cell</source>
        <translation>从这个单元格反向</translation>
    </message>
    <message>
        <source>%1: weight %2</source>
        <translation>%1：权重 %2</translation>
    </message>
    <message>
        <source>%1: masked</source>
        <translation>%1：已遮蔽</translation>
    </message>
    <message>
        <source>not yet there</source>
        <translation>尚未算出</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>目前为 %1</translation>
    </message>
    <message>
        <source>Show this word to all queries</source>
        <translation>对所有查询显示这个词</translation>
    </message>
    <message>
        <source>Hide this word from all queries</source>
        <translation>对所有查询隐藏这个词</translation>
    </message>
    <message>
        <source>Show &quot;%1&quot; to &quot;%2&quot; again</source>
        <translation>重新对“%2”显示“%1”</translation>
    </message>
    <message>
        <source>Hide &quot;%1&quot; from &quot;%2&quot; only</source>
        <translation>只对“%2”隐藏“%1”</translation>
    </message>
</context>
<context>
    <name>heed::ui::StageControls</name>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Show what follows</source>
        <translation>显示后续步骤</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有的头</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Tile by tile</source>
        <translation>逐块计算</translation>
    </message>
    <message>
        <source>One row as the flash attention kernel computes it: some keys at a time</source>
        <translation>像 flash attention 内核那样计算一行：每次只看几个键</translation>
    </message>
    <message>
        <source>This step takes all heads together.</source>
        <translation>这一步把所有头合在一起。</translation>
    </message>
    <message>
        <source>How the picture is shown</source>
        <translation>图像的显示方式</translation>
    </message>
    <message>
        <source>Spotlight</source>
        <translation>聚光</translation>
    </message>
    <message>
        <source>Strong patches in colour, weak ones veiled</source>
        <translation>强的图块保持彩色，弱的变淡</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>The map over the picture in grey</source>
        <translation>色图叠加在灰度图像上</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>色图</translation>
    </message>
    <message>
        <source>The map alone</source>
        <translation>只显示色图</translation>
    </message>
    <message>
        <source>Space: picture alone</source>
        <translation>空格：只看图像</translation>
    </message>
    <message>
        <source>%1 (of %2)</source>
        <translation>%1（共 %2）</translation>
    </message>
</context>
<context>
    <name>heed::ui::StageEditor</name>
    <message>
        <source>Number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number; a number such as -0.25 or 1e-3 is expected.</source>
        <translation>“%1”不是数；应为 -0.25 或 1e-3 这样的数。</translation>
    </message>
</context>
<context>
    <name>heed::ui::StartChip</name>
    <message>
        <source>from %1</source>
        <translation>始于 %1</translation>
    </message>
    <message>
        <source>from %1 = %2</source>
        <translation>始于 %1 = %2</translation>
    </message>
    <message>
        <source>The gradients are those of this number (B)</source>
        <translation>梯度是对这个数求的（B）</translation>
    </message>
</context>
<context>
    <name>heed::ui::StatusLine</name>
    <message>
        <source>Nothing could be computed</source>
        <translation>没有可计算的结果</translation>
    </message>
    <message>
        <source>Old result: model changed</source>
        <translation>旧结果：模型已改变</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>Old result: stopped</source>
        <translation>旧结果：已停止</translation>
    </message>
    <message numerus="yes">
        <source>Up to date, %n steps</source>
        <translation>
            <numerusform>已是最新，共 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Computing, %1 %</source>
        <translation>正在计算，%1 %</translation>
    </message>
    <message>
        <source>multiply-adds of this step %1</source>
        <translation>本步乘加次数 %1</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>input you can change</source>
        <translation>可修改的输入</translation>
    </message>
</context>
<context>
    <name>heed::ui::StepBar</name>
    <message>
        <source>Write a sentence and press Enter, or drop a file</source>
        <translation>写一个句子并按 Enter，或拖入文件</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Lecture size</source>
        <translation>讲课模式</translation>
    </message>
    <message>
        <source>Large, for a projector (Ctrl+Shift+L)</source>
        <translation>放大，用于投影 (Ctrl+Shift+L)</translation>
    </message>
    <message>
        <source>The sentence that the model reads; Enter takes it</source>
        <translation>模型读取的句子；按 Enter 采用</translation>
    </message>
    <message>
        <source>The input of the model. A sentence and Enter take its place.</source>
        <translation>模型的输入。写一个句子并按 Enter 即可取代它。</translation>
    </message>
    <message>
        <source>%1 × %2, %3 × %4 patches, %5 tokens</source>
        <translation>%1 × %2，%3 × %4 个图块，%5 个词元</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 个节点</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Point at a number or lock one first: the gradients are those of one number.</source>
        <translation>先指向或锁定一个数：梯度是针对一个数的。</translation>
    </message>
    <message>
        <source>Enter applies</source>
        <translation>按 Enter 应用</translation>
    </message>
</context>
<context>
    <name>heed::ui::StepFigures</name>
    <message>
        <source>1 number replaced by hand</source>
        <translation>1 个数被手工改写</translation>
    </message>
    <message>
        <source>%1 numbers replaced by hand</source>
        <translation>%1 个数被手工改写</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Weights of &quot;%1&quot;</source>
        <translation>“%1”的权重</translation>
    </message>
    <message>
        <source>query: %1</source>
        <translation>查询：%1</translation>
    </message>
    <message>
        <source>random weights, seed %1</source>
        <translation>随机权重，种子 %1</translation>
    </message>
    <message>
        <source>weights set by hand</source>
        <translation>权重手工设定</translation>
    </message>
    <message>
        <source>%1 %2 (of %3)</source>
        <comment>head 0 (of 2)</comment>
        <translation>%1 %2（共 %3）</translation>
    </message>
</context>
<context>
    <name>heed::ui::StepListDelegate</name>
    <message>
        <source>all %1 pairs allowed</source>
        <translation>%1 对均允许</translation>
    </message>
    <message>
        <source>all heads, %1</source>
        <translation>所有头，%1</translation>
    </message>
</context>
<context>
    <name>heed::ui::StepListModel</name>
    <message>
        <source>%1, weights, %2</source>
        <translation>%1，权重，%2</translation>
    </message>
    <message>
        <source>%1, folded</source>
        <translation>%1，已折叠</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Step %1: %2, %3</source>
        <translation>第 %1 步：%2，%3</translation>
    </message>
    <message>
        <source>Step %1: %2, %3, %4</source>
        <translation>第 %1 步：%2，%3，%4</translation>
    </message>
    <message>
        <source>%1, all heads</source>
        <translation>%1，所有头</translation>
    </message>
</context>
<context>
    <name>heed::ui::StepListPanel</name>
    <message>
        <source>Search the steps</source>
        <translation>搜索步骤</translation>
    </message>
    <message>
        <source>Show the list of steps</source>
        <translation>显示步骤列表</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
</context>
<context>
    <name>heed::ui::StepTrail</name>
    <message>
        <source>Way here: %1</source>
        <translation>来路：%1</translation>
    </message>
</context>
<context>
    <name>heed::ui::StepWorkspace</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Steps, in reverse</source>
        <translation>步骤（反向）</translation>
    </message>
</context>
<context>
    <name>heed::ui::StrongestKeys</name>
    <message>
        <source>row %1, column %2 (itself)</source>
        <translation>第 %1 行，第 %2 列（自身）</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>The parts of a bar add up to the score.</source>
        <translation>条形的各部分之和就是分数。</translation>
    </message>
</context>
<context>
    <name>heed::ui::Thread</name>
    <message>
        <source>%1 + %2 more</source>
        <translation>%1 + 另外 %2 项</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>softmax, %1 of the row</source>
        <translation>softmax，占该行 %1</translation>
    </message>
    <message>
        <source>the largest: %1</source>
        <translation>最大者：%1</translation>
    </message>
    <message>
        <source>of a row sum %1, of which %2 %3</source>
        <translation>行和 %1，其中 %2 占 %3</translation>
    </message>
</context>
<context>
    <name>heed::ui::ThreadView</name>
    <message>
        <source>Back to the explanation</source>
        <translation>返回说明</translation>
    </message>
    <message>
        <source>The thread</source>
        <translation>追溯</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back to the input along the largest term; a link is as thick as its share.</source>
        <translation>沿最大的一项回到输入；连线的粗细就是它的份额。</translation>
    </message>
</context>
<context>
    <name>heed::ui::TokenLines</name>
    <message>
        <source>row %1: full bar %2</source>
        <translation>行 %1：满格为 %2</translation>
    </message>
</context>
<context>
    <name>heed::ui::TokenPanel</name>
    <message>
        <source>How the picture is shown</source>
        <translation>图像的显示方式</translation>
    </message>
    <message>
        <source>Spotlight</source>
        <translation>聚光</translation>
    </message>
    <message>
        <source>Strong patches in colour, weak ones veiled</source>
        <translation>强的图块保持彩色，弱的变淡</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>The map over the picture in grey</source>
        <translation>色图叠加在灰度图像上</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>色图</translation>
    </message>
    <message>
        <source>The map alone</source>
        <translation>只显示色图</translation>
    </message>
    <message>
        <source>Hold Space to see the picture alone</source>
        <translation>按住空格键只看图像</translation>
    </message>
    <message>
        <source>Query patch: %1</source>
        <translation>查询图块：%1</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Token lines</source>
        <translation>词元连线</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weights, head %1</source>
        <translation>权重，头 %1</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>第 %1 层，头 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Strongest keys</source>
        <translation>最强的键</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
</context>
<context>
    <name>heed::ui::TokenView</name>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>This model has no attention weights.</source>
        <translation>这个模型没有注意力权重。</translation>
    </message>
    <message>
        <source>No result yet</source>
        <translation>尚无结果</translation>
    </message>
    <message>
        <source>after
step %1</source>
        <translation>见
第 %1 步</translation>
    </message>
    <message>
        <source>Strongest keys</source>
        <translation>最强的键</translation>
    </message>
</context>
<context>
    <name>heed::ui::Transport</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>复位</translation>
    </message>
    <message>
        <source>Back to the first step, hiding what follows</source>
        <translation>回到第一步，并隐藏后续内容</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>One step on</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>Step into</source>
        <translation>逐项</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>To the last step</source>
        <translation>转到最后一步</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed of playing</source>
        <translation>播放速度</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>This step has nothing inside it</source>
        <translation>这一步没有可展开的内容</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步 / %2</translation>
    </message>
    <message>
        <source>from 0, %1</source>
        <translation>从 0 起，%1</translation>
    </message>
    <message>
        <source>Into the sub-steps, the weights or the parts of this step</source>
        <translation>进入这一步的子步骤、权重或组成部分</translation>
    </message>
    <message>
        <source>Step out</source>
        <translation>返回外层</translation>
    </message>
    <message>
        <source>Back to the step around this</source>
        <translation>回到外面的那一步</translation>
    </message>
    <message>
        <source>Step %1, part %2 of %3</source>
        <translation>第 %1 步，%2 / %3</translation>
    </message>
    <message>
        <source>Leave the lecture size</source>
        <translation>退出讲课模式</translation>
    </message>
</context>
<context>
    <name>heed::ui::ViewTools</name>
    <message>
        <source>Copy as a picture</source>
        <translation>复制为图像</translation>
    </message>
    <message>
        <source>Export this view</source>
        <translation>导出这个视图</translation>
    </message>
</context>
<context>
    <name>heed::ui::WordFeaturesPopup</name>
    <message>
        <source>Features of %1</source>
        <translation>%1 的特征</translation>
    </message>
    <message>
        <source>Set by hand in this document.</source>
        <translation>已在本文档中手动设置。</translation>
    </message>
    <message>
        <source>Not in the table: drawn from seed %1. Set what is true of it.</source>
        <translation>不在表中：由种子 %1 抽取。在此设置符合它的特征。</translation>
    </message>
    <message>
        <source>From the table. What you set is for this document.</source>
        <translation>来自表。您的设置只用于本文档。</translation>
    </message>
    <message>
        <source>Forget what was set</source>
        <translation>忘记所做的设置</translation>
    </message>
</context>
</TS>
