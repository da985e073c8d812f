package z80

// The table, after the Z80 CPU User's Manual (Zilog UM0080); for what is not in it after Sean
// Young, "The Undocumented Z80 Documented".
//
// A row has columns: Zilog's mnemonic and operands; the bytes; the T-states; the flags that it
// calculates; where the program goes on, and what is read and written; TDL's names for it, if any.
// Further spellings have the first two only.
//
// The bytes are two hexadecimal digits for a fixed byte; eight characters for a byte in bits, where
// aaa, bbb, ccc are the codes of the first, second and third operand, and - is a bit that the chip
// does not look at; n, nn, e for an operand as byte, as word, as distance. Operands are
//
//	r   B C D E H L A            m  (HL)                 s  r or m
//	ss  BC DE HL SP              qq BC DE HL AF          hl HL, but never IX or IY
//	cc  NZ Z NC C PO PE P M      ck NZ Z NC C            x  only (IX+d) (IY+d)
//	n nn e  a value              (n) (nn)  a value in brackets
//	b   bit number 0…7           p  restart address 0, 8, … 38H    j  (HL), for a jump
//	v   restart number 0…7       i  interrupt mode 0…2             0  zero
//
// and registers by name. IX, IY and their halves need no rows of their own: where an unprefixed row
// has HL, H, L or (HL), the prefix DD or FD makes it IX, IXH, IXL, (IX+d), or the same of IY; after
// CB only (HL) changes.
//
// T-states are two numbers for s, with r and with m. Behind a stroke stands what an instruction
// takes that jumps or repeats. A prefix takes more; see Opcode.
//
// Flags are S Z Y H X P N C, with P for P/V, and Y and X for the undocumented bits 5 and 3. Not
// those which POP AF and EX AF,AF' only move.
//
// Where the program goes on, if not with the next instruction: jump, call, return, repeat (the
// same again), halt; with ? under a condition. Data is read (<) and written (>), a byte or a word
// (<<, >>): at m, which is (HL), (IX+d) or (IY+d), and not at all where s is a register; at nn; at
// the address in BC, DE or SP; or at -SP, below SP. What is read at a place is read first.
//
// A name of TDL (spec/assembler.md B) has its own operands, with the same letters; BC and DE there
// are the pairs B and D. They take the places of Zilog's operands with the same letter. Where they
// do not fill all places, = tells what Zilog's operands are. J+cc is a name for each condition:
// JNZ, JZ, and so on. Names have semicolons between them.
const table = `
LD  r,r     | 01aaabbb       | 4     |          |                | MOV r,r
LD  r,m     | 01aaa110       | 7     |          | <m             | MOV r,m
LD  m,r     | 01110bbb       | 7     |          | >m             | MOV m,r
LD  r,n     | 00aaa110 n     | 7     |          |                | MVI r,n
LD  m,n     | 36 n           | 10    |          | >m             | MVI m,n
LD  A,(BC)  | 0A             | 7     |          | <BC            | LDAX BC
LD  A,(DE)  | 1A             | 7     |          | <DE            | LDAX DE
LD  A,(nn)  | 3A nn          | 13    |          | <nn            | LDA nn
LD  (BC),A  | 02             | 7     |          | >BC            | STAX BC
LD  (DE),A  | 12             | 7     |          | >DE            | STAX DE
LD  (nn),A  | 32 nn          | 13    |          | >nn            | STA nn
LD  A,I     | ED 57          | 9     | SZYHXPN. |                | LDAI
LD  A,R     | ED 5F          | 9     | SZYHXPN. |                | LDAR
LD  I,A     | ED 47          | 9     |          |                | STAI
LD  R,A     | ED 4F          | 9     |          |                | STAR
LD  ss,nn   | 00aa0001 nn    | 10    |          |                | LXI ss,nn
LD  HL,(nn) | 2A nn | 16 | | <<nn | LHLD nn; LIXD nn = IX,(nn); LIYD nn = IY,(nn)
LD  ss,(nn) | ED 01aa1011 nn | 20 | | <<nn | LBCD nn = BC,(nn); LDED nn = DE,(nn); LSPD nn = SP,(nn)
LD  (nn),HL | 22 nn | 16 | | >>nn | SHLD nn; SIXD nn = (nn),IX; SIYD nn = (nn),IY
LD  (nn),ss | ED 01bb0011 nn | 20 | | >>nn | SBCD nn = (nn),BC; SDED nn = (nn),DE; SSPD nn = (nn),SP
LD  SP,HL   | F9 | 6 | |  | SPHL; SPIX = SP,IX; SPIY = SP,IY
PUSH qq     | 11aa0101       | 11    |          | >>-SP          | PUSH qq
POP qq      | 11aa0001       | 10    |          | <<SP           | POP qq
EX  DE,hl   | EB             | 4     |          |                | XCHG = DE,HL
EX  AF,AF'  | 08             | 4     |          |                | EXAF
EX  AF,AF   | 08
EXX         | D9             | 4     |          |                | EXX
EX  (SP),HL | E3 | 19 | | <<SP >>SP | XTHL; XTIX = (SP),IX; XTIY = (SP),IY
LDI         | ED A0          | 16    | ..YHXPN. | <m >DE         | LDI
LDIR        | ED B0          | 16/21 | ..YHXPN. | repeat <m >DE  | LDIR
LDD         | ED A8          | 16    | ..YHXPN. | <m >DE         | LDD
LDDR        | ED B8          | 16/21 | ..YHXPN. | repeat <m >DE  | LDDR
CPI         | ED A1          | 16    | SZYHXPN. | <m             | CCI
CPIR        | ED B1          | 16/21 | SZYHXPN. | repeat <m      | CCIR
CPD         | ED A9          | 16    | SZYHXPN. | <m             | CCD
CPDR        | ED B9          | 16/21 | SZYHXPN. | repeat <m      | CCDR
ADD A,s     | 10000bbb       | 4 7   | SZYHXPNC | <m             | ADD s
ADD A,n     | C6 n           | 7     | SZYHXPNC |                | ADI n
ADC A,s     | 10001bbb       | 4 7   | SZYHXPNC | <m             | ADC s
ADC A,n     | CE n           | 7     | SZYHXPNC |                | ACI n
SUB s       | 10010aaa       | 4 7   | SZYHXPNC | <m             | SUB s
SUB n       | D6 n           | 7     | SZYHXPNC |                | SUI n
SBC A,s     | 10011bbb       | 4 7   | SZYHXPNC | <m             | SBB s
SBC A,n     | DE n           | 7     | SZYHXPNC |                | SBI n
AND s       | 10100aaa       | 4 7   | SZYHXPNC | <m             | ANA s
AND n       | E6 n           | 7     | SZYHXPNC |                | ANI n
XOR s       | 10101aaa       | 4 7   | SZYHXPNC | <m             | XRA s
XOR n       | EE n           | 7     | SZYHXPNC |                | XRI n
OR  s       | 10110aaa       | 4 7   | SZYHXPNC | <m             | ORA s
OR  n       | F6 n           | 7     | SZYHXPNC |                | ORI n
CP  s       | 10111aaa       | 4 7   | SZYHXPNC | <m             | CMP s
CP  n       | FE n           | 7     | SZYHXPNC |                | CPI n
INC s       | 00aaa100       | 4 11  | SZYHXPN. | <m >m          | INR s
DEC s       | 00aaa101       | 4 11  | SZYHXPN. | <m >m          | DCR s
DAA         | 27             | 4     | SZYHXP.C |                | DAA
CPL         | 2F             | 4     | ..YHX.N. |                | CMA
NEG         | ED 01---100    | 8     | SZYHXPNC |                | NEG
CCF         | 3F             | 4     | ..YHX.NC |                | CMC
SCF         | 37             | 4     | ..YHX.NC |                | STC
NOP         | 00             | 4     |          |                | NOP
HALT        | 76             | 4     |          | halt           | HLT
DI          | F3             | 4     |          |                | DI
EI          | FB             | 4     |          |                | EI
IM  i       | ED 01-aa110    | 8     |          |                | IM0 = 0; IM1 = 1; IM2 = 2
ADD HL,ss   | 00bb1001 | 11 | ..YHX.NC |  | DAD ss; DADX ss = IX,ss; DADY ss = IY,ss
ADC hl,ss   | ED 01bb1010    | 15    | SZYHXPNC |                | DADC ss = HL,ss
SBC hl,ss   | ED 01bb0010    | 15    | SZYHXPNC |                | DSBC ss = HL,ss
INC ss      | 00aa0011       | 6     |          |                | INX ss
DEC ss      | 00aa1011       | 6     |          |                | DCX ss
RLCA        | 07             | 4     | ..YHX.NC |                | RLC
RLA         | 17             | 4     | ..YHX.NC |                | RAL
RRCA        | 0F             | 4     | ..YHX.NC |                | RRC
RRA         | 1F             | 4     | ..YHX.NC |                | RAR
RLC s       | CB 00000aaa    | 8 15  | SZYHXPNC | <m >m          | RLCR s
RL  s       | CB 00010aaa    | 8 15  | SZYHXPNC | <m >m          | RALR s
RRC s       | CB 00001aaa    | 8 15  | SZYHXPNC | <m >m          | RRCR s
RR  s       | CB 00011aaa    | 8 15  | SZYHXPNC | <m >m          | RARR s
SLA s       | CB 00100aaa    | 8 15  | SZYHXPNC | <m >m          | SLAR s
SRA s       | CB 00101aaa    | 8 15  | SZYHXPNC | <m >m          | SRAR s
SRL s       | CB 00111aaa    | 8 15  | SZYHXPNC | <m >m          | SRLR s
RLD         | ED 6F          | 18    | SZYHXPN. | <m >m          | RLD
RRD         | ED 67          | 18    | SZYHXPN. | <m >m          | RRD
BIT b,s     | CB 01aaabbb    | 8 12  | SZYHXPN. | <m             | BIT b,s
SET b,s     | CB 11aaabbb    | 8 15  |          | <m >m          | SET b,s
RES b,s     | CB 10aaabbb    | 8 15  |          | <m >m          | RES b,s
JP  nn      | C3 nn          | 10    |          | jump           | JMP nn
JP  cc,nn   | 11aaa010 nn    | 10    |          | jump?          | J+cc nn
JR  e       | 18 e           | 12    |          | jump           | JMPR e
JR  ck,e    | 001aa000 e     | 7/12  |          | jump?          | JR+ck e
JP  j       | E9 | 4 | | jump | PCHL = (HL); PCIX = (IX); PCIY = (IY)
DJNZ e      | 10 e           | 8/13  |          | jump?          | DJNZ e
CALL nn     | CD nn          | 17    |          | call >>-SP     | CALL nn
CALL cc,nn  | 11aaa100 nn    | 10/17 |          | call? >>-SP    | C+cc nn
RET         | C9             | 10    |          | return <<SP    | RET
RET cc      | 11aaa000       | 5/11  |          | return? <<SP   | R+cc
RETI        | ED 4D          | 14    |          | return <<SP    | RETI
RETN        | ED 01---101    | 14    |          | return <<SP    | RETN
RST p       | 11aaa111       | 11    |          | call >>-SP     | RST v = v
IN  A,(n)   | DB n           | 11    |          |                | IN n
IN  r,(C)   | ED 01aaa000    | 12    | SZYHXPN. |                | INP r
INI         | ED A2          | 16    | SZYHXPNC | >m             | INI
INIR        | ED B2          | 16/21 | SZYHXPNC | repeat >m      | INIR
IND         | ED AA          | 16    | SZYHXPNC | >m             | IND
INDR        | ED BA          | 16/21 | SZYHXPNC | repeat >m      | INDR
OUT (n),A   | D3 n           | 11    |          |                | OUT n
OUT (C),r   | ED 01bbb001    | 12    |          |                | OUTP r
OUTI        | ED A3          | 16    | SZYHXPNC | <m             | OUTI
OTIR        | ED B3          | 16/21 | SZYHXPNC | repeat <m      | OUTIR
OUTD        | ED AB          | 16    | SZYHXPNC | <m             | OUTD
OTDR        | ED BB          | 16/21 | SZYHXPNC | repeat <m      | OUTDR

; Not in the manual, but in the chip.
SLL s       | CB 00110aaa    | 8 15  | SZYHXPNC | <m >m
IN  F,(C)   | ED 70          | 12    | SZYHXPN.
IN  (C)     | ED 70
OUT (C),0   | ED 71          | 12    |
RLC x,r     | CB 00000bbb    | 15    | SZYHXPNC | <m >m
RL  x,r     | CB 00010bbb    | 15    | SZYHXPNC | <m >m
RRC x,r     | CB 00001bbb    | 15    | SZYHXPNC | <m >m
RR  x,r     | CB 00011bbb    | 15    | SZYHXPNC | <m >m
SLA x,r     | CB 00100bbb    | 15    | SZYHXPNC | <m >m
SRA x,r     | CB 00101bbb    | 15    | SZYHXPNC | <m >m
SLL x,r     | CB 00110bbb    | 15    | SZYHXPNC | <m >m
SRL x,r     | CB 00111bbb    | 15    | SZYHXPNC | <m >m
SET b,x,r   | CB 11aaaccc    | 15    |          | <m >m
RES b,x,r   | CB 10aaaccc    | 15    |          | <m >m

; Other spellings of the same, found in listings: the accumulator left out or put in.
ADD s       | 10000aaa
ADD n       | C6 n
ADC s       | 10001aaa
ADC n       | CE n
SBC s       | 10011aaa
SBC n       | DE n
SUB A,s     | 10010bbb
SUB A,n     | D6 n
AND A,s     | 10100bbb
AND A,n     | E6 n
XOR A,s     | 10101bbb
XOR A,n     | EE n
OR  A,s     | 10110bbb
OR  A,n     | F6 n
CP  A,s     | 10111bbb
CP  A,n     | FE n
`
