package z80

// The table follows the Z80 CPU User's Manual (Zilog UM0080). What the manual leaves out follows Sean
// Young, "The Undocumented Z80 Documented".
//
// A row has columns: Zilog's mnemonic and operands; the bytes; the T-states; the flags; where the
// program goes on, and what is calculated from what; TDL's names for the row, if any. Further spellings
// have only the first two columns. A row without a name is about some opcodes of the row above, which
// have other flags and effects. A row named - does nothing.
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
// T-states are two numbers for s, with r and with m. After the slash stands what the instruction
// takes when it jumps or repeats. A prefix takes more; see Opcode.
//
// Flags are S Z Y H X P N C, with P for P/V, and Y and X for the undocumented bits 5 and 3. A letter is a
// flag that is calculated. 0 and 1 are a flag that always has this value afterwards. A dot is a flag that
// does not change, or that POP AF and EX AF,AF' only move.
//
// Where the program goes on, if not with the next instruction: jump, call, return, repeat (the
// same again), halt; with ? under a condition.
//
// Effects say what is written, and from what: A,F<A,b calculates A and the flags from A and the second
// operand, A=b moves that into A without asking what it is, A< writes what is always the same, or is
// in the instruction. With ? in front that is only so if the program jumps, calls, returns or repeats.
// What every instruction does is not said: RegImplicit. Names are
//
//	a b c     the first, second, third operand
//	F         the flags that are calculated and that no other effect of the row names
//	fYX       some flags
//	A BC I    registers, latches and their halves, as RegistersNamed has them; WZH the upper byte of
//	          the address of m, after a prefix
//	PC        written: the program goes on there, or from this it is decided where (the condition cc
//	          or ck is not named again); read: the address of the instruction goes into something
//	m (BC)    a byte of memory, at the address of the operand m or s, or in BC, DE, nn
//	(nn)2     a word; (SP) is the one on the stack, (-SP) the one below it
//	port(BC)  a port, whose address is made of BC, or of A
//
// A word that is moved goes byte by byte. The registers that form an address need not be named. With
// the prefixes DD and FD, HL means IX or IY, and (IX+d) leaves its address in WZ. The experiments of
// TestEffectsAreSeenByExperiment show that flags and effects are right.
//
// A name of TDL (spec/assembler.md B) has operands of its own, written with the same letters; BC and DE
// there are the pairs B and D. They take the places of Zilog's operands with the same letter. If they
// do not fill all places, Zilog's operands stand after =. J+cc is a name for each condition: JNZ, JZ,
// and so on. Semicolons separate the names.
const table = `
LD  r,r     | 01aaabbb       | 4     | ........ | a=b                               | MOV r,r
LD  r,m     | 01aaa110       | 7     | ........ | a=b                               | MOV r,m
LD  m,r     | 01110bbb       | 7     | ........ | a=b                               | MOV m,r
LD  r,n     | 00aaa110 n     | 7     | ........ | a<                                | MVI r,n
LD  m,n     | 36 n           | 10    | ........ | a<                                | MVI m,n
LD  A,(BC)  | 0A             | 7     | ........ | A=(BC) WZ<BC                      | LDAX BC
LD  A,(DE)  | 1A             | 7     | ........ | A=(DE) WZ<DE                      | LDAX DE
LD  A,(nn)  | 3A nn          | 13    | ........ | A=(nn) WZ<                        | LDA nn
LD  (BC),A  | 02             | 7     | ........ | (BC)=A WZH=A WZL<C                | STAX BC
LD  (DE),A  | 12             | 7     | ........ | (DE)=A WZH=A WZL<E                | STAX DE
LD  (nn),A  | 32 nn          | 13    | ........ | (nn)=A WZH=A WZL<                 | STA nn
LD  A,I     | ED 57          | 9     | SZY0XP0. | A=I F<I fP<IFF2 AfterLDAI<        | LDAI
LD  A,R     | ED 5F          | 9     | SZY0XP0. | A,F<R fP<IFF2 AfterLDAI<          | LDAR
LD  I,A     | ED 47          | 9     | ........ | I=A                               | STAI
LD  R,A     | ED 4F          | 9     | ........ | R=A                               | STAR
LD  ss,nn   | 00aa0001 nn    | 10    | ........ | a<                                | LXI ss,nn
LD  HL,(nn) | 2A nn | 16 | ........ | HL=(nn)2 WZ< | LHLD nn; LIXD nn = IX,(nn); LIYD nn = IY,(nn)
LD  ss,(nn) | ED 01aa1011 nn | 20 | ........ | a=(nn)2 WZ< | LBCD nn = BC,(nn); LDED nn = DE,(nn); LSPD nn = SP,(nn)
LD  (nn),HL | 22 nn | 16 | ........ | (nn)2=HL WZ< | SHLD nn; SIXD nn = (nn),IX; SIYD nn = (nn),IY
LD  (nn),ss | ED 01bb0011 nn | 20 | ........ | (nn)2=b WZ< | SBCD nn = (nn),BC; SDED nn = (nn),DE; SSPD nn = (nn),SP
LD  SP,HL   | F9 | 6 | ........ | SP=HL | SPHL; SPIX = SP,IX; SPIY = SP,IY
PUSH qq     | 11aa0101       | 11    | ........ | (-SP)=a SP<SP                     | PUSH qq
POP qq      | 11aa0001       | 10    | ........ | a=(SP) SP<SP                      | POP qq
EX  DE,hl   | EB             | 4     | ........ | DE=HL HL=DE                       | XCHG = DE,HL
EX  AF,AF'  | 08             | 4     | ........ | AF=AF' AF'=AF                     | EXAF
EX  AF,AF   | 08
EXX         | D9             | 4     | ........ | BC=BC' DE=DE' HL=HL' BC'=BC DE'=DE HL'=HL | EXX
EX  (SP),HL | E3 | 19 | ........ | (SP)=HL HL=(SP) WZ=(SP) | XTHL; XTIX = (SP),IX; XTIY = (SP),IY
LDI         | ED A0 | 16    | ..Y0XP0. | (DE)=m fYX<A,m fP<BC BC<BC DE<DE HL<HL           | LDI
LDIR        | ED B0 | 16/21 | ..Y0XP0. | repeat (DE)=m fYX<A,m,BC,PC fP<BC BC<BC DE<DE HL<HL PC<BC ?WZ<PC | LDIR
LDD         | ED A8 | 16    | ..Y0XP0. | (DE)=m fYX<A,m fP<BC BC<BC DE<DE HL<HL           | LDD
LDDR        | ED B8 | 16/21 | ..Y0XP0. | repeat (DE)=m fYX<A,m,BC,PC fP<BC BC<BC DE<DE HL<HL PC<BC ?WZ<PC | LDDR
CPI         | ED A1 | 16    | SZYHXP1. | F<A,m fP<BC BC<BC HL<HL WZ<WZ                    | CCI
CPIR        | ED B1 | 16/21 | SZYHXP1. | repeat F<A,m fYX<A,m,BC,PC fP<BC BC<BC HL<HL WZ<WZ,A,m,BC,PC PC<A,m,BC | CCIR
CPD         | ED A9 | 16    | SZYHXP1. | F<A,m fP<BC BC<BC HL<HL WZ<WZ                    | CCD
CPDR        | ED B9 | 16/21 | SZYHXP1. | repeat F<A,m fYX<A,m,BC,PC fP<BC BC<BC HL<HL WZ<WZ,A,m,BC,PC PC<A,m,BC | CCDR
ADD A,s     | 10000bbb       | 4 7   | SZYHXP0C | A,F<A,b                           | ADD s
ADD A,n     | C6 n           | 7     | SZYHXP0C | A,F<A                             | ADI n
ADC A,s     | 10001bbb       | 4 7   | SZYHXP0C | A,F<A,b,fC                        | ADC s
ADC A,n     | CE n           | 7     | SZYHXP0C | A,F<A,fC                          | ACI n
SUB s       | 10010aaa       | 4 7   | SZYHXP1C | A,F<A,a                           | SUB s
            | 10010111       |       | 01000010 | A<
SUB n       | D6 n           | 7     | SZYHXP1C | A,F<A                             | SUI n
SBC A,s     | 10011bbb       | 4 7   | SZYHXP1C | A,F<A,b,fC                        | SBB s
            | 10011111       |       | SZYHX01. | A,F<fC
SBC A,n     | DE n           | 7     | SZYHXP1C | A,F<A,fC                          | SBI n
AND s       | 10100aaa       | 4 7   | SZY1XP00 | A,F<A,a                           | ANA s
            | 10100111       |       | SZY1XP00 | F<A
AND n       | E6 n           | 7     | SZY1XP00 | A,F<A                             | ANI n
XOR s       | 10101aaa       | 4 7   | SZY0XP00 | A,F<A,a                           | XRA s
            | 10101111       |       | 01000100 | A<
XOR n       | EE n           | 7     | SZY0XP00 | A,F<A                             | XRI n
OR  s       | 10110aaa       | 4 7   | SZY0XP00 | A,F<A,a                           | ORA s
            | 10110111       |       | SZY0XP00 | F<A
OR  n       | F6 n           | 7     | SZY0XP00 | A,F<A                             | ORI n
CP  s       | 10111aaa       | 4 7   | SZYHXP1C | F<A,a fYX<a                       | CMP s
            | 10111111       |       | 01Y0X010 | F<A
CP  n       | FE n           | 7     | SZYHXP1C | F<A fYX<                          | CPI n
INC s       | 00aaa100       | 4 11  | SZYHXP0. | a,F<a                             | INR s
DEC s       | 00aaa101       | 4 11  | SZYHXP1. | a,F<a                             | DCR s
DAA         | 27             | 4     | SZYHXP.C | A,F<A,fHNC fC<A,fC                | DAA
CPL         | 2F             | 4     | ..Y1X.1. | A,F<A                             | CMA
NEG         | ED 01---100    | 8     | SZYHXP1C | A,F<A                             | NEG
CCF         | 3F             | 4     | ..YHX.0C | F<A,fYX,Q fHC<fC                  | CMC
SCF         | 37             | 4     | ..Y0X.01 | F<A,fYX,Q                         | STC
NOP         | 00             | 4     | ........ |                                   | NOP
HALT        | 76             | 4     | ........ | halt Halted<                      | HLT
DI          | F3             | 4     | ........ | IFF1,IFF2<                        | DI
EI          | FB             | 4     | ........ | IFF1,IFF2,AfterEI<                | EI
IM  i       | ED 01-aa110    | 8     | ........ | IM<                               | IM0 = 0; IM1 = 1; IM2 = 2
ADD HL,ss   | 00bb1001 | 11 | ..YHX.0C | a,F<a,b WZ<a | DAD ss; DADX ss = IX,ss; DADY ss = IY,ss
ADC hl,ss   | ED 01bb1010    | 15    | SZYHXP0C | HL,F<HL,b,fC WZ<HL                | DADC ss = HL,ss
SBC hl,ss   | ED 01bb0010    | 15    | SZYHXP1C | HL,F<HL,b,fC WZ<HL                | DSBC ss = HL,ss
            | ED 01100010    |       | SZYHX01. | HL,F<fC WZ<HL
INC ss      | 00aa0011       | 6     | ........ | a<a                               | INX ss
DEC ss      | 00aa1011       | 6     | ........ | a<a                               | DCX ss
RLCA        | 07             | 4     | ..Y0X.0C | A,F<A                             | RLC
RLA         | 17             | 4     | ..Y0X.0C | A<A,fC F<A                        | RAL
RRCA        | 0F             | 4     | ..Y0X.0C | A,F<A                             | RRC
RRA         | 1F             | 4     | ..Y0X.0C | A<A,fC F<A                        | RAR
RLC s       | CB 00000aaa    | 8 15  | SZY0XP0C | a,F<a                             | RLCR s
RL  s       | CB 00010aaa    | 8 15  | SZY0XP0C | a,F<a,fC fC<a                     | RALR s
RRC s       | CB 00001aaa    | 8 15  | SZY0XP0C | a,F<a                             | RRCR s
RR  s       | CB 00011aaa    | 8 15  | SZY0XP0C | a,F<a,fC fC<a                     | RARR s
SLA s       | CB 00100aaa    | 8 15  | SZY0XP0C | a,F<a                             | SLAR s
SRA s       | CB 00101aaa    | 8 15  | SZY0XP0C | a,F<a                             | SRAR s
SRL s       | CB 00111aaa    | 8 15  | 0ZY0XP0C | a,F<a                             | SRLR s
RLD         | ED 6F          | 18    | SZY0XP0. | A,m,F<A,m WZ<HL                   | RLD
RRD         | ED 67          | 18    | SZY0XP0. | A,m,F<A,m WZ<HL                   | RRD
BIT b,s     | CB 01aaabbb    | 8 12  | 0ZY1XP0. | F<b                               | BIT b,s
            | CB 01111110    |       | SZY1XP0. | F<b fYX<WZH
            | CB 01---110    |       | 0ZY1XP0. | F<b fYX<WZH
            | CB 01111---    |       | SZY1XP0. | F<b
SET b,s     | CB 11aaabbb    | 8 15  | ........ | b<b                               | SET b,s
RES b,s     | CB 10aaabbb    | 8 15  | ........ | b<b                               | RES b,s
JP  nn      | C3 nn          | 10    | ........ | jump WZ<                          | JMP nn
JP  cc,nn   | 11aaa010 nn    | 10    | ........ | jump? WZ<                         | J+cc nn
JR  e       | 18 e           | 12    | ........ | jump WZ<PC                        | JMPR e
JR  ck,e    | 001aa000 e     | 7/12  | ........ | jump? ?WZ<PC                      | JR+ck e
JP  j       | E9 | 4 | ........ | jump PC<HL | PCHL = (HL); PCIX = (IX); PCIY = (IY)
DJNZ e      | 10 e           | 8/13  | ........ | jump? PC,B<B ?WZ<PC               | DJNZ e
CALL nn     | CD nn          | 17    | ........ | call (-SP)<PC SP<SP WZ<           | CALL nn
CALL cc,nn  | 11aaa100 nn    | 10/17 | ........ | call? ?(-SP)<PC ?SP<SP WZ<        | C+cc nn
RET         | C9             | 10    | ........ | return PC<(SP) SP<SP WZ=(SP)      | RET
RET cc      | 11aaa000       | 5/11  | ........ | return? ?PC<(SP) ?SP<SP ?WZ=(SP)  | R+cc
RETI        | ED 4D          | 14    | ........ | return PC<(SP) SP<SP WZ=(SP) IFF1=IFF2 RETI< | RETI
RETN        | ED 01---101    | 14    | ........ | return PC<(SP) SP<SP WZ=(SP) IFF1=IFF2 | RETN
RST p       | 11aaa111       | 11    | ........ | call (-SP)<PC SP<SP WZ<           | RST v = v
IN  A,(n)   | DB n           | 11    | ........ | A=port(A) WZH<A WZL<              | IN n
IN  r,(C)   | ED 01aaa000    | 12    | SZY0XP0. | a=port(BC) F<port(BC) WZ<BC       | INP r
INI         | ED A2 | 16    | SZYHXPNC | m=port(BC) F<B fP<B,C,port(BC) fHC<C,port(BC) fN<port(BC) B<B HL<HL WZ<BC | INI
INIR        | ED B2 | 16/21 | SZYHXPNC | repeat m=port(BC) F<B fYX<B,PC fPH<B,C,port(BC) fC<C,port(BC) fN<port(BC) B<B HL<HL WZ<BC,PC PC<B | INIR
IND         | ED AA | 16    | SZYHXPNC | m=port(BC) F<B fP<B,C,port(BC) fHC<C,port(BC) fN<port(BC) B<B HL<HL WZ<BC | IND
INDR        | ED BA | 16/21 | SZYHXPNC | repeat m=port(BC) F<B fYX<B,PC fPH<B,C,port(BC) fC<C,port(BC) fN<port(BC) B<B HL<HL WZ<BC,PC PC<B | INDR
OUT (n),A   | D3 n           | 11    | ........ | port(A)=A WZH=A WZL<              | OUT n
OUT (C),r   | ED 01bbb001    | 12    | ........ | port(BC)=b WZ<BC                  | OUTP r
OUTI        | ED A3 | 16    | SZYHXPNC | port(BC)=m F<B fP<B,L,m fHC<L,m fN<m B<B HL<HL WZ<BC | OUTI
OTIR        | ED B3 | 16/21 | SZYHXPNC | repeat port(BC)=m F<B fYX<B,PC fPH<B,L,m fC<L,m fN<m B<B HL<HL WZ<BC,PC PC<B | OUTIR
OUTD        | ED AB | 16    | SZYHXPNC | port(BC)=m F<B fP<B,L,m fHC<L,m fN<m B<B HL<HL WZ<BC | OUTD
OTDR        | ED BB | 16/21 | SZYHXPNC | repeat port(BC)=m F<B fYX<B,PC fPH<B,L,m fC<L,m fN<m B<B HL<HL WZ<BC,PC PC<B | OUTDR

; Not in the manual, but in the chip.
SLL s       | CB 00110aaa    | 8 15  | S0Y0XP0C | a,F<a
IN  F,(C)   | ED 70          | 12    | SZY0XP0. | F<port(BC) WZ<BC
IN  (C)     | ED 70
OUT (C),0   | ED 71          | 12    | ........ | port(BC)< WZ<BC
RLC x,r     | CB 00000bbb    | 15    | SZY0XP0C | a,b,F<a
RL  x,r     | CB 00010bbb    | 15    | SZY0XP0C | a,b,F<a,fC fC<a
RRC x,r     | CB 00001bbb    | 15    | SZY0XP0C | a,b,F<a
RR  x,r     | CB 00011bbb    | 15    | SZY0XP0C | a,b,F<a,fC fC<a
SLA x,r     | CB 00100bbb    | 15    | SZY0XP0C | a,b,F<a
SRA x,r     | CB 00101bbb    | 15    | SZY0XP0C | a,b,F<a
SLL x,r     | CB 00110bbb    | 15    | S0Y0XP0C | a,b,F<a
SRL x,r     | CB 00111bbb    | 15    | 0ZY0XP0C | a,b,F<a
SET b,x,r   | CB 11aaaccc    | 15    | ........ | b,c<b
RES b,x,r   | CB 10aaaccc    | 15    | ........ | b,c<b

; What does nothing: DD or FD before what it does not change, and all other opcodes after ED.
-           | DD             | 4
-           | FD             | 4
-           | ED --------    | 8

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
